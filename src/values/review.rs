//! Checks the values in definitions: defaults, fixed values, multipliers, and validation clauses that allow
//! no value.

use rustc_hash::FxHashSet;

use crate::diagnostics::rules::default_no_longer_fits::Inherited;
use crate::diagnostics::{Diagnostic, rules};
use crate::literals::{BuiltIn, Value, number};
use crate::load::{Earlier, File, PerFile};
use crate::model::Model;
use crate::model::service::{ServiceView, Target, WorkflowView};
use crate::model::types::{
    Body, Declared, Effective, Field, FieldId, FieldKind, FieldView, OperationView, Schema, TypeRef, TypeView,
};
use crate::syntax::Incoming;
use crate::yaml::{SourceNode, YamlNode};

use super::check::{CheckedFile, Checker, check_each_file};
use super::check_context::CheckContext;
use super::conditions::{clause_holds, number_is_of};
use super::merged::{Merged, check_merged};
use super::paths::{check_inherited_mapping, check_mapping, check_path_words, report_cycles, shared_targets};
use super::range;
use super::typing::{data_type_clauses, field_clauses, file_clauses};
use super::value_type::ValueType;
use super::what::What;

/// Maximum number of inherited clauses that are compared with a new one.
pub(super) const MAX_INHERITED_CLAUSES: usize = 64;

/// Checks all types, and the parameters of all service templates.
pub(super) fn review(model: &Model, earlier: &Earlier<'_, CheckedFile>) -> PerFile<CheckedFile> {
    check_each_file(model, earlier, |mut checker, file| {
        check_file(&mut checker, file);
        checker
    })
}

fn check_file<'g>(cx: &mut Checker<'g>, file: &'g File) {
    let types = cx.types;
    for ty in types.of_file(file.id) {
        for id in ty.own_ids::<Field>() {
            let field = types.field(id);
            check_field(cx, field);
            if let Some(type_node) = field.narrower_type_node() {
                check_rebased(cx, ty, id, type_node);
            }
        }
        check_data_type(cx, ty);
        data_type_clauses(cx, ty);
    }
    check_parameters(cx, file);
    file_clauses(cx, file);
    for operation in types.of_file(file.id).flat_map(TypeView::own_operations) {
        check_operation(cx, operation);
    }
    check_path_words(cx, file);
    check_indices(cx, file);
    report_cycles(cx);
}

/// Checks the default and the fixed value that this definition of a field gives or restricts.
fn check_field<'g>(cx: &mut Checker<'g>, field: FieldView<'g>) {
    let bare = field.is_bare && field.inherited().is_none();
    if bare || field.narrower_type_node().is_some() || matches!(field.written, Declared::Unreadable) {
        return;
    }
    let parts = field.parts();
    if let (FieldKind::Output, Some(mapping)) = (field.kind, parts.mapping) {
        let expected = field.data_type.map(|_| ValueType::Field(field));
        check_mapping(cx, field.tree().node(mapping), field.name(), expected.as_ref());
    }
    let given = [parts.value, parts.default];
    let narrows = field.inherited().is_some()
        && (parts.data_type.is_some()
            || parts.validation.is_some()
            || parts.key_schema.is_some()
            || parts.entry_schema.is_some());
    let schemas = parts.key_schema.is_some() || parts.entry_schema.is_some();
    if given == [None, None] && parts.validation.is_none() && !narrows && !schemas {
        return;
    }
    if parts.validation.is_some() || schemas {
        field_clauses(cx, field);
        let near = |schema: fn(Effective<'g>) -> Option<Schema<'g>>, keys| -> Vec<Schema<'g>> {
            let layers = field.layers().take(MAX_INHERITED_CLAUSES);
            let brought = field.data_type.map_or_else(Vec::new, |ty| brought_schemas(cx, ty, keys));
            layers.filter_map(|layer| schema(layer.own_definition())).chain(brought).collect()
        };
        let keys = parts.key_schema.map(|_| near(|definition| definition.key_schema, true));
        let entries = parts.entry_schema.map(|_| near(|definition| definition.entry_schema, false));
        for layers in [keys, entries].into_iter().flatten() {
            check_schema_satisfiable(cx, &layers, What::Named(field.kind.name(), field.name()));
        }
    }
    let what = What::Named(field.kind.name(), field.name());
    let tree = field.tree();
    if given != [None, None] {
        let expected = ValueType::Field(field);
        for node in given.into_iter().flatten() {
            cx.check(tree.node(node), &expected, what);
        }
    } else if narrows {
        check_inherited_default(cx, field, what);
        check_first_type(cx, field, what);
    }
    if let Some(clause) = parts.validation.map(|clause| tree.node(clause)) {
        let clauses = field.layers().take(MAX_INHERITED_CLAUSES).filter_map(|layer| {
            let clause = layer.parts().validation?;
            Some(layer.tree().node(clause))
        });
        let clauses = clauses.collect();
        check_satisfiable(cx, clause, field.data_type, clauses, what);
    }
}

/// Checks an inherited refinement of `owner` against the definition of a narrower type that is now used, which
/// `type_node` names.
fn check_rebased<'g>(cx: &mut Checker<'g>, owner: TypeView<'g>, id: FieldId, type_node: YamlNode<'g>) {
    let Some(merged) = Merged::new(cx.types, id, type_node) else { return };
    let written = owner.written_refinement(id).map(FieldView::parts);
    let gives_value = written.is_some_and(|parts| parts.default.or(parts.value).is_some());
    check_merged(cx, merged, gives_value);
}

/// Checks the node indexes in requirement assignments (§8.5.1).
fn check_indices(cx: &mut Checker<'_>, file: &File) {
    let Some(service) = cx.model.service(file.id) else { return };
    for assignment in service.requirements().iter() {
        let Target::Template(_, Some(index)) = assignment.target else { continue };
        let index = cx.types.node(index);
        if cx.types.expressions.call(index).is_some() {
            let expected = ValueType::built_in(BuiltIn::Integer);
            cx.check(index, &expected, What::Named("the index in requirement", assignment.name()));
        }
    }
}

/// Checks the output mappings that an operation or notification itself defines.
fn check_operation<'g>(cx: &mut Checker<'g>, operation: OperationView<'g>) {
    let tree = operation.key().tree();
    let outputs = operation.written.outputs().into_iter().flat_map(|map| &map.entries);
    let mappings = outputs.filter_map(|(key, output)| {
        let mapping = match output {
            Incoming::Mapping(mapping) => mapping.0,
            Incoming::Definition(definition) => definition.mapping.as_ref()?.0,
        };
        Some((tree.node(*key), tree.node(mapping)))
    });
    shared_targets(cx, &mappings.collect::<Vec<_>>());
}

/// Checks that an inherited default satisfies what a refinement adds (9.3b-20).
fn check_inherited_default<'g>(cx: &mut Checker<'g>, field: FieldView<'g>, what: What<'_>) {
    let effective = field.effective();
    let (Some(default), None) = (effective.default, effective.value) else { return };
    let Some(base) = field.inherited().map(|id| cx.types.field(id)) else { return };
    if base.kind == FieldKind::Property && field.kind == FieldKind::Attribute {
        return;
    }
    let (tree, parts) = (field.tree(), field.parts());
    let schema = parts.entry_schema.or(parts.key_schema).map(|schema| schema.node);
    let fits = match parts.validation {
        // Only the new clause can exclude the default.
        Some(clause) if parts.data_type.is_none() && schema.is_none() => {
            let plain = field.data_type.map_or(ValueType::Any, ValueType::Data);
            let value = cx.value_of(default, &plain);
            let fits = value
                .is_none_or(|value| clause_holds(cx, tree.node(clause), &ValueType::Field(field), &value));
            fits || !is_right(cx, default, base, what)
        }
        _ => is_right(cx, default, field, what) || !is_right(cx, default, base, what),
    };
    if fits {
        return;
    }
    // A repeated type excludes nothing.
    let other_type = parts.data_type.filter(|_| field.data_type != base.data_type);
    let narrowing = other_type.or(parts.validation).or(schema);
    let culprit = narrowing.map_or(field.key(), |node| tree.node(node));
    let diagnostic = rules::default_no_longer_fits::new(
        culprit.span(),
        &what.to_string(),
        Inherited::Default,
        default.written(),
        default.span(),
    );
    cx.report(culprit, diagnostic);
}

/// Checks that the inherited fixed value or mapping of a parameter fits the type that a refinement is the first
/// to give (9.7-14, A-107).
fn check_first_type<'g>(cx: &mut Checker<'g>, field: FieldView<'g>, what: What<'_>) {
    let base = field.inherited().map(|id| cx.types.field(id));
    let (Some(base), Some(type_node)) =
        (base.filter(|base| base.data_type.is_none()), field.parts().data_type)
    else {
        return;
    };
    let (type_node, effective) = (field.tree().node(type_node), field.effective());
    if let Some(value) = effective.value.filter(|value| !is_right(cx, *value, field, what)) {
        let (span, value_span) = (type_node.span(), value.span());
        let kind = Inherited::Value;
        let text = value.written();
        let diagnostic = rules::default_no_longer_fits::new(span, &what.to_string(), kind, text, value_span);
        cx.report(type_node, diagnostic);
    } else if let Some(mapping) = base.effective().mapping {
        check_inherited_mapping(cx, mapping, field, type_node);
    }
}

/// Whether a default is a valid value of `field`.
fn is_right<'g>(cx: &Checker<'g>, default: YamlNode<'g>, field: FieldView<'g>, what: What<'_>) -> bool {
    cx.diagnostics_of(default, &ValueType::Field(field), what).is_empty()
}

/// Reports `clause` if it and the nearest inherited clauses together allow no value (9.3b-24).
fn check_satisfiable<'g>(
    cx: &mut Checker<'g>,
    clause: YamlNode<'g>,
    ty: Option<TypeRef>,
    inherited: Vec<YamlNode<'g>>,
    what: What<'_>,
) {
    let Some(ty) = ty else { return };
    let mut clauses = inherited;
    clauses.extend(
        cx.types
            .defined(ty)
            .into_iter()
            .flat_map(|ty| cx.types.lineage(ty))
            .take(MAX_INHERITED_CLAUSES)
            .filter_map(|ancestor| match ancestor.body() {
                Body::Data(body) => body.validation.map(|clause| ancestor.key().tree().node(clause.0)),
                _ => None,
            }),
    );
    if let Some(contradicting_clause) = range::find_contradiction(cx.types, ty, &clauses, clause) {
        cx.report(
            clause,
            rules::impossible_validation::new(clause.span(), &what.to_string(), contradicting_clause.span()),
        );
    }
}

fn brought_schemas<'g>(cx: &Checker<'g>, ty: TypeRef, keys: bool) -> Vec<Schema<'g>> {
    cx.types.schemas_of_type(ty, keys).take(MAX_INHERITED_CLAUSES).collect()
}

/// Checks the validation clauses of schemas that refine each other, nearest first.
fn check_schema_satisfiable<'g>(cx: &mut Checker<'g>, layers: &[Schema<'g>], what: What<'_>) {
    let clause = |schema: &Schema<'g>| schema.definition.validation.map(|clause| schema.tree.node(clause.0));
    let Some(nearest) = layers.first().and_then(clause) else { return };
    let ty = layers.iter().find_map(|schema| schema.type_ref(cx.types));
    let clauses = layers.iter().take(MAX_INHERITED_CLAUSES).filter_map(clause).collect();
    check_satisfiable(cx, nearest, ty, clauses, what);
}

/// Checks the multipliers of a scalar type, and the validation clause of a data type.
fn check_data_type<'g>(cx: &mut Checker<'g>, ty: TypeView<'g>) {
    let Body::Data(body) = ty.body() else { return };
    let tree = ty.key().tree();
    if let Some(clause) = body.validation.map(|clause| tree.node(clause.0)) {
        let data_type = Some(TypeRef::Defined(ty.id));
        check_satisfiable(cx, clause, data_type, Vec::new(), What::Named("data type", ty.name()));
    }
    for keys in [true, false] {
        let has_schema = if keys { body.key_schema.is_some() } else { body.entry_schema.is_some() };
        if has_schema {
            let layers = brought_schemas(cx, TypeRef::Defined(ty.id), keys);
            check_schema_satisfiable(cx, &layers, What::Named("data type", ty.name()));
        }
    }
    if ty.built_in != Some(BuiltIn::Scalar) {
        return;
    }
    let Some(number_type) = cx.types.defined(cx.types.number_type(ty)) else { return };
    let integers = number_type.built_in == Some(BuiltIn::Integer);
    for units in body.units.iter().chain(&body.prefixes) {
        for (name, factor) in &units.entries {
            let (name, node) = (tree.node(*name), tree.node(*factor));
            let value = if integers {
                number::integer(node.text()).map(Value::Integer)
            } else {
                Some(Value::Float(number::float(node.text())))
            };
            if let Some(value) = value {
                number_is_of(cx, node, &value, number_type, What::Named("unit", name.text()));
            }
        }
    }
}

/// Checks the inputs and outputs of a service template and its workflows.
fn check_parameters<'g>(cx: &mut Checker<'g>, file: &'g File) {
    let workflows = cx.model.service(file.id).into_iter().flat_map(ServiceView::workflows);
    for (key, mapping) in workflows.flat_map(WorkflowView::output_mappings) {
        check_mapping(cx, mapping, key.text(), None);
    }
    let inputs = cx.model.service(file.id).into_iter().flat_map(ServiceView::inputs);
    let given = inputs.filter(|input| cx.typings.inputs.given(*input).is_some());
    let replaced: FxHashSet<SourceNode> = given.map(|input| input.key.source()).collect();
    for field in cx.types.parameters(file) {
        let (key, kind) = (field.key(), field.kind.name());
        let expected = ValueType::Field(field);
        let parts = field.parts();
        field_clauses(cx, field);
        let what = What::Named(kind, key.text());
        if let Some(value) = parts.value {
            let count = cx.diagnostics.len();
            cx.check(file.node(value), &expected, what);
            // An input with a value is meant as an output, which may call more functions.
            if field.kind == FieldKind::Input {
                let is_in_context =
                    |finding: &Diagnostic| finding.rule.code != rules::out_of_context::RULE.code;
                let new = cx.diagnostics.split_off(count);
                cx.diagnostics.extend(new.into_iter().filter(is_in_context));
            }
        }
        if let Some(default) = parts.default {
            // A given value replaces the default, so the default need not fit the other given values.
            if replaced.contains(&key.source()) {
                cx.check_closed(file.node(default), &expected, what);
            } else {
                cx.check(file.node(default), &expected, what);
            }
        }
        if let Some(clause) = parts.validation {
            let clause = file.node(clause);
            check_satisfiable(cx, clause, field.data_type, vec![clause], What::Named(kind, key.text()));
        }
    }
}
