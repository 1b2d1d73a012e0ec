//! Checks properties, attributes and parameters, and their refinements (TOSCA 2.0 §9.4, §9.6, §9.8).

use crate::checks::agreement::disagreement;
use crate::checks::distinct_types;
use crate::diagnostics::{quoted, rules};
use crate::functions::{FunctionSource, PathEnd};
use crate::keynames::Entity as _;
use crate::load::File;
use crate::model::Truth;
use crate::model::types::{
    Body, BuiltIn, Declared, Field, FieldId, FieldKind, FieldView, Fields, Part, Parts, Schema, Section,
    TypeRef, TypeUse, TypeView, Types,
};
use crate::syntax::{AttributeDefinition, OperationDefinition, ParameterDefinition, PropertyDefinition};
use crate::values::Merged;
use crate::yaml::{Kind, YamlNode};

use super::{
    Cx, functions, is_same_value, missing_keyname, report_empty_refinement, schemas,
    suggest_inherited_member, suggest_member,
};

/// The owner of fields, and what they can refine.
#[derive(Clone, Copy)]
pub(super) struct FieldContext<'g> {
    /// The node type, relationship type … that has the fields.
    pub(super) owner: TypeView<'g>,
    /// The type of the capability, relationship or interface whose fields are refined, or `None` for fields
    /// of the owner itself.
    pub(super) refined: Option<TypeUse>,
    /// Whether there may be inherited members that are not known.
    pub(super) is_incomplete: bool,
    /// Whether new fields are allowed.
    pub(super) allows_new: bool,
}

/// Checks the fields of a type itself.
pub(super) fn own_fields<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) {
    let context =
        FieldContext { owner: ty, refined: None, is_incomplete: ty.is_incomplete, allows_new: true };
    let members = &ty.members;
    for part in [members.properties, members.attributes, members.further().inputs] {
        fields(cx, part, context);
    }
}

/// Checks the fields in `part` of the owner's fields.
pub(super) fn fields<'g>(cx: &mut Cx<'g>, part: Part<Field>, context: FieldContext<'g>) {
    for (id, field) in part.ids(context.owner.id).zip(context.owner.records_in(part)) {
        match field.narrower_type_node() {
            Some(type_node) => check_rebased(cx, id, type_node, context.owner),
            None => check_field(cx, field, context),
        }
    }
}

fn check_field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, context: FieldContext<'g>) {
    if context.refined.is_none() && context.owner.parent.is_none() && is_plain(field) {
        return;
    }
    if matches!(field.written(), Declared::Unreadable) && (field.inherited().is_some() || context.allows_new)
    {
        return;
    }
    let parts = field.parts();
    match field.inherited() {
        Some(inherited) => {
            let base = cx.types.field(inherited);
            // For a property or parameter, null is the value.
            if field.kind == FieldKind::Attribute {
                report_empty_refinement(cx, field.key(), base.kind.name(), field.written().unread());
            }
            if base.kind == FieldKind::Property && field.kind == FieldKind::Attribute {
                check_reflected(cx, field, base, parts);
            } else {
                // After an incompatible type, which was reported, further checks make no sense.
                if !check_refinement(cx, field, base, parts) {
                    return;
                }
            }
        }
        None if !check_new_field(cx, field, context) => return,
        None => {}
    }
    let refining = context.owner.parent.is_some() || context.refined.is_some();
    schemas::schemas_of_field(cx, field, parts, refining, context.is_incomplete);
    check_values(cx, field, context, parts);
}

/// Checks a field that refines nothing; returns whether further checks make sense.
fn check_new_field<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, context: FieldContext<'g>) -> bool {
    let (kind, section) = (field.kind.name(), section(field.kind));
    if !context.allows_new {
        if !context.is_incomplete {
            nothing_to_refine(cx, field.key(), kind, section, context.refined);
        }
        return false;
    }
    if context.refined.is_some() || matches!(field.kind, FieldKind::Input | FieldKind::Output) {
        return true;
    }
    if matches!(field.written(), Declared::Value(_)) {
        if !context.is_incomplete {
            let suggestion = suggest_inherited_member(cx, context.owner, section, field.name());
            let diagnostic =
                rules::nothing_to_refine::value(field.key().span(), kind, field.name(), suggestion);
            cx.report(field.key(), diagnostic);
        }
        return false;
    }
    if context.owner.parent.is_some() && field.written().lacks_type() {
        let meta = match field.kind {
            FieldKind::Property => PropertyDefinition::meta(),
            _ => AttributeDefinition::meta(),
        };
        missing_keyname(cx, context.owner, section, field.key(), "type", meta);
    }
    match field.kind {
        FieldKind::Attribute => check_against_property(cx, field, context.owner),
        FieldKind::Property => check_against_inherited_attribute(cx, field, context.owner),
        FieldKind::Input | FieldKind::Output => {}
    }
    true
}

/// Reports a member of a capability, relationship or interface that its type does not define.
pub(super) fn nothing_to_refine<'g, S: Section>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    kind: &str,
    section: S,
    refined: Option<TypeUse>,
) {
    let Some(refined) = refined else { return };
    let Some(ty) = cx.types.defined(refined.meaning) else { return };
    // It may be a member of another section.
    if cx.types.graph.file(key.tree().file()).unknown_keys().may_define_inside(key, key.text()) {
        return;
    }
    let suggestion = suggest_member(cx, ty, section, key.text());
    let owner = format!("{} {}", ty.kind.name(), quoted(ty.name()));
    let type_span = cx.types.node(refined.node).span();
    let type_span = (type_span != key.span()).then_some(type_span);
    let diagnostic =
        rules::nothing_to_refine::new(key.span(), kind, key.text(), &owner, type_span, suggestion);
    cx.report(key, diagnostic);
}

/// Checks a new attribute against the property of the same name in the same type (7.1-06).
fn check_against_property<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, owner: TypeView<'g>) {
    let mut properties = owner.records_in(owner.members.properties);
    // A lookup is faster than a search if there are many properties.
    let property = if properties.len() > 16 {
        cx.types.member(owner, Fields::Properties, field.name()).map(|id| cx.types.field(id))
    } else {
        properties.find(|property| property.name() == field.name())
    };
    if let Some(property) = property {
        let parts = field.parts();
        check_reflected(cx, field, property, parts);
    }
}

/// Checks a new property against the inherited attribute of the same name (7.1-06).
fn check_against_inherited_attribute<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, owner: TypeView<'g>) {
    let Some(parent) = cx.types.parent(&owner) else { return };
    if let Some(id) = cx.types.member(parent, Fields::Attributes, field.name()) {
        check_reflected(cx, field, cx.types.field(id), field.parts());
    }
}

/// Reports that `field` and the existing `base`, an attribute and a property of the same name, have different
/// types (9.5-08).
fn check_reflected<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, base: FieldView<'g>, parts: Parts<'g>) {
    let (Some(name), Some(base_type)) = (parts.data_type, base.data_type) else { return };
    let node = field.tree().node(name);
    if cx.types.relation(cx.types.meaning(node), base_type) == Truth::No {
        let base_span = base.effective().data_type.unwrap_or(base.key()).span();
        let new_diagnostic = match field.kind {
            FieldKind::Property => rules::attribute_differs_from_property::property,
            _ => rules::attribute_differs_from_property::new,
        };
        let name = cx.types.name_in(base_type, node.tree().file());
        cx.report(node, new_diagnostic(node.span(), field.name(), node.text(), &name, base_span));
    }
}

/// Checks a definition against the definition that it refines; returns whether its type is compatible.
fn check_refinement<'g>(
    cx: &mut Cx<'g>,
    field: FieldView<'g>,
    base: FieldView<'g>,
    parts: Parts<'g>,
) -> bool {
    let what = describe(field);
    let tree = field.tree();
    let inherited = base.effective();
    let mut is_incompatible = false;
    if let (Some(derived), Some(base_type)) = (parts.data_type, base.data_type) {
        let node = tree.node(derived);
        let meaning = cx.types.meaning(node);
        // The abstract type `scalar` is wrong everywhere, and is reported elsewhere.
        if meaning != TypeRef::BuiltIn(BuiltIn::Scalar) && cx.types.relation(meaning, base_type) == Truth::No
        {
            let span = inherited.data_type.map(YamlNode::span);
            let name = cx.types.name_in(base_type, node.tree().file());
            let diagnostic = rules::incompatible_type::new(node.span(), &what, node.text(), &name, span);
            cx.report(node, distinct_types::explain(cx.types, diagnostic, meaning, base_type));
            is_incompatible = true;
        }
    }
    if let Some((fixed, keyname)) =
        inherited.value.map(|node| (node, "value")).or(inherited.mapping.map(|node| (node, "mapping")))
    {
        if let Some(change) = first_change(cx, field, base, parts).filter(|_| !is_incompatible) {
            let diagnostic = rules::changed_fixed_value::new(change.span(), &what, keyname, fixed.span());
            cx.report(change, diagnostic);
        }
        return !is_incompatible;
    }
    if let Some(required) = parts.required
        && !required.value
        && base.is_required()
    {
        let node = tree.node(required.node);
        let span = inherited.required.map_or(base.key(), |(_, node)| node).span();
        cx.report(node, rules::loosened_required::new(node.span(), &what, span));
    }
    !is_incompatible
}

/// Returns the first keyname of a refinement whose value differs from the refined definition.
fn first_change<'g>(
    cx: &Cx<'g>,
    field: FieldView<'g>,
    base: FieldView<'g>,
    parts: Parts<'g>,
) -> Option<YamlNode<'g>> {
    let tree = field.tree();
    let inherited = base.effective();
    let changed_value = |new: Option<crate::yaml::NodeId>, old: Option<YamlNode<'g>>| {
        let new = tree.node(new?);
        old.is_none_or(|old| !is_same_value(new, old)).then_some(new)
    };
    let changed_schema = |new: Option<&'g crate::syntax::SchemaDefinition>, old: Option<Schema<'g>>| {
        let new = Schema { tree, definition: new? };
        old.is_none_or(|old| !functions::same_schema(cx, new, old)).then(|| new.node())
    };
    let data_type = parts.data_type.map(|name| tree.node(name));
    data_type
        .filter(|node| base.data_type.is_some_and(|base| cx.types.meaning(*node) != base))
        .or_else(|| changed_value(parts.value, inherited.value))
        .or_else(|| changed_value(parts.mapping, inherited.mapping))
        .or_else(|| changed_value(parts.default, inherited.default))
        .or_else(|| changed_value(parts.validation, base.clauses().next()))
        .or_else(|| {
            let required = parts.required.filter(|required| required.value != base.is_required())?;
            Some(tree.node(required.node))
        })
        .or_else(|| changed_schema(parts.key_schema, inherited.key_schema))
        .or_else(|| changed_schema(parts.entry_schema, inherited.entry_schema))
}

/// Checks an inherited refinement against the definition of a narrower type that is now used, which
/// `type_node` names.
fn check_rebased<'g>(cx: &mut Cx<'g>, id: FieldId, type_node: YamlNode<'g>, owner: TypeView<'g>) {
    let Some(merged) = Merged::new(cx.types, id, type_node) else { return };
    let Some(diagnostic) = disagreement(cx.types, merged) else { return };
    let is_required_here =
        || owner.written_refinement(id).is_some_and(|field| field.parts().required.is_some());
    if diagnostic.rule != &rules::loosened_required::RULE || !is_required_here() {
        cx.report(type_node, diagnostic);
    }
}

/// Checks defaults and fixed values.
fn check_values<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, context: FieldContext<'g>, parts: Parts<'g>) {
    let tree = field.tree();
    let effective = field.effective();
    if let Some(default) = parts.default.map(|default| tree.node(default)) {
        let what = describe(field);
        if let Some(value) = parts.value {
            let fixed_span = tree.node(value).span();
            let diagnostic = rules::useless_default::new(
                default.span(),
                &what,
                "the value is fixed",
                fixed_span,
                "fixed here",
            );
            cx.report(default, diagnostic);
        } else if let Some((false, node)) = effective.required
            && !field.may_need_no_value()
        {
            let diagnostic = rules::useless_default::new(
                default.span(),
                &what,
                "omitted if no value is given",
                node.span(),
                "optional here",
            );
            // A refinement between them may say otherwise.
            let is_inherited = parts.required.is_none();
            let diagnostic = if is_inherited { diagnostic.misses([field.name()]) } else { diagnostic };
            cx.report(default, diagnostic);
        }
        if field.kind == FieldKind::Attribute && !default.is_null() && is_known_early(cx.types, default) {
            cx.report(default, rules::hard_coded_attribute::new(default.span(), field.name()));
        }
    }
    if let (Some(value), Body::Data(_)) = (parts.value, context.owner.body()) {
        let value = tree.node(value);
        cx.report(value, rules::fixed_value_in_data_type::new(value.span(), field.name()));
    }
    match field.kind {
        FieldKind::Input => check_input(cx, field, parts),
        FieldKind::Output => {
            // A value next to a mapping was reported by the grammar.
            if let (Some(value), None) = (parts.value, parts.mapping) {
                let value = tree.node(value);
                cx.report(value, rules::wrong_direction::value(value.span(), field.name()));
            }
        }
        _ => {}
    }
}

fn check_input<'g>(cx: &mut Cx<'g>, field: FieldView<'g>, parts: Parts<'g>) {
    if let Some(mapping) = parts.mapping {
        let mapping = field.tree().node(mapping);
        cx.report(mapping, rules::wrong_direction::mapping(mapping.span(), field.name()));
    }
    if let &Declared::Value(value) = field.written()
        && field.inherited().is_none()
        && field.tree().node(value).kind() == Kind::Scalar
        && [ParameterDefinition::meta(), OperationDefinition::meta()]
            .iter()
            .any(|meta| meta.keyname(field.name()).is_some())
    {
        cx.report(field.key(), rules::misplaced_keyname::new(field.key().span(), "input", field.name()));
    }
}

/// Checks the inputs and outputs of a service template and its workflows, which refine nothing.
pub(super) fn service_template<'g>(cx: &mut Cx<'g>, file: &'g File) {
    for field in cx.types.parameters(file) {
        if !matches!(field.written(), Declared::Parameter(_)) {
            continue;
        }
        let parts = field.parts();
        schemas::schemas_of_field(cx, field, parts, false, false);
        if let Some(default) = parts.default.map(|default| file.node(default)) {
            let (reason, node, label) = match (parts.value, parts.required) {
                (Some(value), _) => ("the value is fixed", value, "fixed here"),
                (None, Some(required)) if !required.value => {
                    ("omitted if no value is given", required.node, "optional here")
                }
                _ => continue,
            };
            let span = file.span(node);
            let what = describe(field);
            let diagnostic = rules::useless_default::new(default.span(), &what, reason, span, label);
            cx.report(default, diagnostic);
        }
    }
}

/// Returns whether a field that refines nothing needs no checks: it has only a type, which has no schemas.
fn is_plain(field: FieldView<'_>) -> bool {
    field.is_bare
        && match field.data_type {
            Some(TypeRef::BuiltIn(built_in)) => {
                !matches!(built_in, BuiltIn::List | BuiltIn::Map | BuiltIn::Scalar)
            }
            Some(TypeRef::Defined(_)) => true,
            Some(TypeRef::Unknown) | None => false,
        }
}

/// Describes a field by its kind and its name.
pub(in crate::checks) fn describe(field: FieldView<'_>) -> String {
    format!("{} {}", field.kind.name(), quoted(field.name()))
}

fn section(kind: FieldKind) -> Fields {
    match kind {
        FieldKind::Property => Fields::Properties,
        FieldKind::Attribute => Fields::Attributes,
        FieldKind::Input | FieldKind::Output => Fields::Inputs,
    }
}

/// Returns whether a value is known before run time (9.5-04): it uses only literals, inputs and properties.
fn is_known_early(types: &Types, value: YamlNode<'_>) -> bool {
    types.expressions.calls_in(value).all(|call| {
        let Some(function) = call.function() else { return false };
        match function.source() {
            Some(
                FunctionSource::Path(PathEnd::Attribute | PathEnd::Allocation)
                | FunctionSource::NodeIndex
                | FunctionSource::RelationshipIndex,
            ) => false,
            Some(
                FunctionSource::Path(PathEnd::Property | PathEnd::Artifact)
                | FunctionSource::Input
                | FunctionSource::Value,
            )
            | None => true,
        }
    })
}
