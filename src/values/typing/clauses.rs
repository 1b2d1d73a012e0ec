//! Checks validation clauses and conditions, which must be Boolean (TOSCA 2.0 §9.11, §8.6, §13.2, §16.5).

use std::rc::Rc;

use crate::diagnostics::rules;
use crate::expressions::Expression;
use crate::functions::{Function, FunctionSource};
use crate::keynames::describe;
use crate::literals::BuiltIn;
use crate::load::File;
use crate::model::types::{Body, FieldView, Fields, Schema, TypeRef, TypeView};
use crate::model::{ConditionKind, conditions};
use crate::values::check::Checker;
use crate::values::check_context::CheckContext;
use crate::values::value_type::ValueType;
use crate::yaml::{Scalar, YamlNode};

use super::call_syntax::malformed;
use super::inputs::check_input_cycles;
use super::unreachable_signatures::check_unreachable_signatures;
use super::{Knowledge, Scope, Typing, compute, typed_call};

/// Checks the validation clauses of a field and of its schemas.
pub(in crate::values) fn field_clauses<'g>(cx: &mut Checker<'g>, field: FieldView<'g>) {
    let (tree, parts) = (field.tree(), field.parts());
    if let Some(clause) = parts.validation {
        check_clause(cx, tree.node(clause), ValueType::Field(field));
    }
    if parts.key_schema.is_some() {
        schema_clauses(cx, &field.key_schemas().collect::<Vec<_>>());
    }
    if parts.entry_schema.is_some() {
        schema_clauses(cx, &field.entry_schemas().collect::<Vec<_>>());
    }
}

/// Checks the validation clauses of the nearest of several schemas that refine each other, nearest first.
fn schema_clauses<'g>(cx: &mut Checker<'g>, schemas: &[Schema<'g>]) {
    let Some(nearest) = schemas.first() else { return };
    let ty = ValueType::of_schemas(cx.types, schemas.iter().copied());
    let (keys, entries) = (ty.key_schemas(), ty.entry_schemas());
    if let Some(clause) = nearest.clause() {
        check_clause(cx, clause, ty);
    }
    if nearest.definition.key_schema.is_some() {
        schema_clauses(cx, &keys);
    }
    if nearest.definition.entry_schema.is_some() {
        schema_clauses(cx, &entries);
    }
}

/// Checks the validation clauses of a data type.
pub(in crate::values) fn data_type_clauses<'g>(cx: &mut Checker<'g>, ty: TypeView<'g>) {
    let Body::Data(body) = ty.body() else { return };
    let data_type = TypeRef::Defined(ty.id);
    if let Some(clause) = body.validation {
        let blank = ty.built_in.is_none() && cx.types.members(ty, Fields::Properties).is_empty();
        let value = if blank { ValueType::Unknown } else { ValueType::Data(data_type) };
        check_clause(cx, ty.key().tree().node(clause.0), value);
    }
    for (schema, keys) in [(&body.key_schema, true), (&body.entry_schema, false)] {
        if schema.is_some() {
            schema_clauses(cx, &cx.types.schemas_of_type(data_type, keys).collect::<Vec<_>>());
        }
    }
}

/// Checks the schemas of function signatures, and the conditions in a file.
pub(in crate::values) fn file_clauses<'g>(cx: &mut Checker<'g>, file: &'g File) {
    for signature in cx.types.functions_of_file(file).flat_map(|id| cx.types.own_signatures(id)) {
        for schema in signature.schemas() {
            schema_clauses(cx, &[schema]);
        }
    }
    check_unreachable_signatures(cx, file);
    for (clause, kind) in conditions(file) {
        lone_condition(cx, clause, kind);
    }
    if let Some(service) = cx.model.service(file.id) {
        check_input_cycles(cx, service);
    }
}

fn lone_condition<'g>(cx: &mut Checker<'g>, clause: YamlNode<'g>, kind: ConditionKind) {
    let count_before = cx.diagnostics.len();
    let knowledge = check_condition(cx, clause, kind.name());
    // A trigger may depend on its event alone.
    let is_constant =
        !matches!(knowledge, Knowledge::Unknown | Knowledge::Given) && cx.diagnostics.len() == count_before;
    if is_constant && kind != ConditionKind::Trigger {
        cx.report(clause, rules::constant_condition::new(clause.span(), kind.name()));
    }
}

/// Checks a validation clause on values of the type `value`.
fn check_clause<'g>(cx: &mut Checker<'g>, clause: YamlNode<'g>, value: ValueType<'g>) {
    let outer = cx.scope.value.replace(validated(value));
    let count_before = cx.diagnostics.len();
    check_condition(cx, clause, "validation clause");
    cx.scope.value = outer;
    let is_complete = !has_unknown_function(cx, clause);
    if cx.is_right_since(count_before)
        && is_complete
        && !reads_value(cx, clause)
        && !clause.is_broken_inside()
    {
        cx.report(clause, rules::clause_without_value::new(clause.span()));
    }
}

/// Checks an expression that must be Boolean; returns how far it is known.
fn check_condition<'g>(cx: &mut Checker<'g>, clause: YamlNode<'g>, what: &str) -> Knowledge {
    if clause.is_invalid() || malformed(cx, clause) {
        return Knowledge::Unknown;
    }
    let Some(name) = cx.types.expressions.call(clause).and_then(Expression::name) else {
        if matches!(clause.scalar(), Some(Scalar::Bool(_))) {
            return Knowledge::Written;
        }
        cx.report(clause, rules::not_a_condition::not_a_call(clause.span(), what, describe(clause)));
        return Knowledge::Unknown;
    };
    let count_before = cx.diagnostics.len();
    let typing = typed_call(&cx.typings, clause, &ValueType::built_in(BuiltIn::Boolean), &cx.scope);
    compute(cx, clause, &typing);
    if !cx.is_right_since(count_before) {
        return Knowledge::Unknown;
    }
    let ty = &typing.whole.ty;
    if ty.is_none_of(cx.types, &[BuiltIn::Boolean]) {
        let actual = ty.in_words(cx.types);
        let diagnostic = rules::not_a_condition::new(clause.span(), what, name.text(), &actual);
        cx.report(clause, diagnostic);
        return Knowledge::Unknown;
    }
    typing.whole.knowledge
}

/// Returns the typing of a validation clause on values of the type `ty`.
pub(in crate::values) fn typed_clause<'g>(
    cx: &Checker<'g>,
    clause: YamlNode<'g>,
    ty: &ValueType<'g>,
) -> Rc<Typing<'g>> {
    if cx.types.expressions.call(clause).is_none() {
        return Rc::default();
    }
    let scope = Scope { value: Some(validated(ty.clone())), ..Scope::default() };
    typed_call(&cx.typings, clause, &ValueType::built_in(BuiltIn::Boolean), &scope)
}

/// Whether a clause contains `$value`.
fn reads_value<'g>(cx: &Checker<'g>, clause: YamlNode<'g>) -> bool {
    cx.types.expressions.calls_in(clause).any(|call| {
        Function::named(call.function_name()).and_then(Function::source) == Some(FunctionSource::Value)
    })
}

/// Whether a clause calls a function that is not known, which is reported.
fn has_unknown_function<'g>(cx: &Checker<'g>, clause: YamlNode<'g>) -> bool {
    cx.types.expressions.calls_in(clause).any(|call| {
        let is_defined = call.name().is_some_and(|name| cx.types.definition_named(name).is_some());
        call.function().is_none() && !is_defined
    })
}

/// Returns the type of `$value` in a validation clause on values of the type `ty`: a parameter without a type
/// may have any value.
fn validated(ty: ValueType<'_>) -> ValueType<'_> {
    if ty.is_known() { ty } else { ValueType::Unknown }
}
