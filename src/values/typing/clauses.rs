//! Validation clauses and conditions, which must be Boolean (TOSCA 2.0 §9.11, §8.6, §13.2, §16.5).

use std::rc::Rc;

use crate::diagnostics::{Level, codes};
use crate::expressions::Expression;
use crate::functions::{Function, Source};
use crate::keynames::describe;
use crate::literals::BuiltIn;
use crate::load::File;
use crate::model::types::{Body, FieldView, Fields, Schema, TypeRef, TypeView};
use crate::model::{ConditionKind, conditions};
use crate::values::check::Checker;
use crate::values::judge::Judge;
use crate::values::value_type::ValueType;
use crate::yaml::{Node, Scalar};

use super::form::malformed;
use super::inputs::input_circles;
use super::reach::unreachable_signatures;
use super::{Fixed, Scope, Typing, settle, tell, typed_call};

/// All clauses of a field: its own, and those of its schemas.
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

/// The clauses of the nearest of some schemas that refine each other, nearest first.
fn schema_clauses<'g>(cx: &mut Checker<'g>, schemas: &[Schema<'g>]) {
    let Some(nearest) = schemas.first() else { return };
    let of = ValueType::of_schemas(cx.types, schemas.iter().copied());
    let (keys, entries) = (of.key_schemas(), of.entry_schemas());
    if let Some(clause) = nearest.clause() {
        check_clause(cx, clause, of);
    }
    if nearest.definition.key_schema.is_some() {
        schema_clauses(cx, &keys);
    }
    if nearest.definition.entry_schema.is_some() {
        schema_clauses(cx, &entries);
    }
}

/// The clauses of a data type.
pub(in crate::values) fn data_type_clauses<'g>(cx: &mut Checker<'g>, of: TypeView<'g>) {
    let Body::Data(body) = of.body() else { return };
    let data_type = TypeRef::Defined(of.id);
    if let Some(clause) = body.validation {
        let blank = of.built_in.is_none() && cx.types.members(of, Fields::Properties).is_empty();
        let value = if blank { ValueType::Unknown } else { ValueType::Data(data_type) };
        check_clause(cx, of.key().tree().node(clause.0), value);
    }
    for (own, keys) in [(&body.key_schema, true), (&body.entry_schema, false)] {
        if own.is_some() {
            schema_clauses(cx, &cx.types.brought(data_type, keys).collect::<Vec<_>>());
        }
    }
}

/// The schemas of function signatures, and conditions that stand in a file.
pub(in crate::values) fn file_clauses<'g>(cx: &mut Checker<'g>, file: &'g File) {
    for signature in cx.types.functions_of_file(file).flat_map(|id| cx.types.own_signatures(id)) {
        for schema in signature.schemas() {
            schema_clauses(cx, &[schema]);
        }
    }
    unreachable_signatures(cx, file);
    for (clause, kind) in conditions(file) {
        lone_condition(cx, clause, kind);
    }
    if let Some(service) = cx.model.service(file.id) {
        input_circles(cx, service);
    }
}

fn lone_condition<'g>(cx: &mut Checker<'g>, clause: Node<'g>, kind: ConditionKind) {
    let before = cx.found.len();
    let fixed = check_condition(cx, clause, kind.name());
    // What a trigger does may well depend on its event alone.
    let is_constant = !matches!(fixed, Fixed::No | Fixed::Given) && cx.found.len() == before;
    if is_constant && kind != ConditionKind::Trigger {
        cx.report(clause, codes::constant_condition::new(clause.span(), kind.name()));
    }
}

/// A validation clause on values of the type `value`.
fn check_clause<'g>(cx: &mut Checker<'g>, clause: Node<'g>, value: ValueType<'g>) {
    let outer = cx.scope.value.replace(validated(value));
    let before = cx.found.len();
    check_condition(cx, clause, "validation clause");
    cx.scope.value = outer;
    if cx.found[before..].iter().all(|found| found.level != Level::Error)
        && !reads_value(cx, clause)
        && !clause.is_broken_inside()
    {
        cx.report(clause, codes::clause_without_value::new(clause.span()));
    }
}

/// An expression that must be Boolean; says how far it is known.
fn check_condition<'g>(cx: &mut Checker<'g>, clause: Node<'g>, what: &str) -> Fixed {
    if clause.is_invalid() || malformed(cx, clause) {
        return Fixed::No;
    }
    let Some(name) = cx.types.expressions.call(clause).and_then(Expression::name) else {
        if matches!(clause.scalar(), Some(Scalar::Bool(_))) {
            return Fixed::Written;
        }
        cx.report(clause, codes::not_a_condition::no_call(clause.span(), what, describe(clause)));
        return Fixed::No;
    };
    let before = cx.found.len();
    let typing = typed_call(&cx.typings, clause, &ValueType::built_in(BuiltIn::Boolean), &cx.scope);
    let fixed = tell(cx, clause, &typing);
    if cx.found[before..].iter().any(|found| found.level == Level::Error) {
        return Fixed::No;
    }
    let of = &typing.whole.of;
    if of.is_none_of(cx.types, &[BuiltIn::Boolean]) {
        let got = of.in_words(cx.types);
        let found = codes::not_a_condition::new(clause.span(), what, name.text(), &got);
        cx.report(clause, found);
        return Fixed::No;
    }
    settle(cx, clause, &typing, fixed);
    fixed
}

/// The typing of a condition on values of the type `of`.
pub(in crate::values) fn typed_clause<'g>(
    cx: &Checker<'g>,
    clause: Node<'g>,
    of: &ValueType<'g>,
) -> Rc<Typing<'g>> {
    if cx.types.expressions.call(clause).is_none() {
        return Rc::default();
    }
    let scope = Scope { value: Some(validated(of.clone())), ..Scope::default() };
    typed_call(&cx.typings, clause, &ValueType::built_in(BuiltIn::Boolean), &scope)
}

/// Whether `$value` stands anywhere in a clause.
fn reads_value<'g>(cx: &Checker<'g>, clause: Node<'g>) -> bool {
    cx.types
        .expressions
        .calls_in(clause)
        .any(|call| Function::named(call.function_name()).and_then(Function::source) == Some(Source::Value))
}

/// What `$value` stands for in a condition on values of the type `of`: where a parameter has no type, its value may
/// be anything.
fn validated(of: ValueType<'_>) -> ValueType<'_> {
    if of.is_known() { of } else { ValueType::Unknown }
}
