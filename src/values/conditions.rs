//! Conditions on values: validation clauses of data types and definitions, held against values that are known.

use crate::diagnostics::{Level, codes};
use crate::expressions::Expression;
use crate::functions::Failure;
use crate::literals::{BuiltIn, Notation, Value, number};
use crate::model::types::{Body, TypeRef, TypeView};
use crate::yaml::Node;

use super::check::Checker;
use super::evaluator::Known;
use super::judge::Judge;
use super::literal_policy;
use super::typing::typed_clause;
use super::value_type::ValueType;
use super::what::What;

/// Evaluates all conditions on a value; says whether none of them failed.
pub(super) fn meets_clauses<'g>(
    cx: &mut Checker<'g>,
    node: Node<'g>,
    value: &Value,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> bool {
    let mut clauses: Vec<(Node<'g>, ValueType<'g>)> = Vec::new();
    if let Some(of) = expected.data_type().and_then(|of| cx.types.defined(of)) {
        clauses.extend(cx.types.lineage(of).filter_map(clause_of_type));
        clauses.reverse();
    }
    let brought = clauses.len();
    clauses.extend(expected.clauses(cx.types));
    let mut right = number_of_scalar(cx, node, value, what);
    for (at, (clause, of)) in clauses.iter().enumerate() {
        let clause = *clause;
        let known = judge(cx, clause, of, value);
        if let Known::Failed(at, Failure::NoOrder) = known {
            let found = codes::unordered_versions::in_condition(node.span(), node.written(), at.span());
            cx.report(node, found);
        } else if matches!(known, Known::Value(Value::Boolean(false))) {
            right = false;
            let part = failing_part(cx, clause, of, value);
            let found = codes::failed_validation::new(
                node.span(),
                &what.to_string(),
                &in_writing(cx, node, value),
                (part.written(), part.span()),
                part.id() != clause.id(),
            );
            // Whether conditions of a redefinition add to those of the definition is left open by some.
            let newer = clauses.last().map(|(newer, _)| *newer);
            let newer = newer.filter(|newer| at >= brought && newer.id() != clause.id());
            let open = newer.filter(|newer| literal_policy(cx.types, *newer).is_lenient);
            cx.report(
                node,
                match open {
                    Some(newer) => found.at_level(Level::Warning).also(newer.span(), "redefined here"),
                    None => found,
                },
            );
        }
    }
    right
}

/// A value as it is written; what a call comes to, where it is one.
fn in_writing<'g>(cx: &Checker<'g>, node: Node<'g>, value: &Value) -> String {
    match value {
        _ if cx.types.expressions.call(node).is_none() => node.written().to_owned(),
        Value::List(_) | Value::Map(_) => value.to_json().to_string(),
        single => single.to_yaml(Notation::Tosca).trim_end().to_owned(),
    }
}

/// The number of a scalar, before conversion, must be a value of its `data_type`.
fn number_of_scalar<'g>(cx: &mut Checker<'g>, node: Node<'g>, value: &Value, what: What<'_>) -> bool {
    let Value::Scalar(scalar) = value else { return true };
    let scalar_type = cx.types.get(scalar.units.data_type.into());
    let number_type = cx.types.number_type(scalar_type);
    let Some(of) = cx.types.defined(number_type) else { return true };
    let integer = cx.types.built_in(TypeRef::Defined(of.id)) == Some(BuiltIn::Integer);
    let number = if integer {
        scalar.number.to_string().parse().map(Value::Integer).ok()
    } else {
        Some(Value::Float(number::to_float(&scalar.number)))
    };
    let Some(number) = number else { return true };
    number_is_of(cx, node, &number, of, what)
}

/// Whether a number meets the conditions of a number type and its ancestors.
pub(super) fn number_is_of<'g>(
    cx: &mut Checker<'g>,
    node: Node<'g>,
    number: &Value,
    of: TypeView<'g>,
    what: What<'_>,
) -> bool {
    let lineage: Vec<TypeView<'g>> = cx.types.lineage(of).collect();
    for ancestor in lineage.into_iter().rev() {
        let Some((clause, of)) = clause_of_type(ancestor) else { continue };
        if !clause_holds(cx, clause, &of, number) {
            let what = format!("the number of {what}");
            let part = failing_part(cx, clause, &of, number);
            let found = codes::failed_validation::new(
                node.span(),
                &what,
                node.written(),
                (part.written(), part.span()),
                part.id() != clause.id(),
            );
            cx.report(node, found);
            return false;
        }
    }
    true
}

/// The part of a failed condition that fails: of conditions that are to hold together, the first.
fn failing_part<'g>(cx: &Checker<'g>, clause: Node<'g>, of: &ValueType<'g>, value: &Value) -> Node<'g> {
    let typing = typed_clause(cx, clause, of);
    let fails = |part: &Expression<'g>| {
        let known = cx.evaluator(&typing, Some(value)).evaluate(part.node());
        matches!(known, Known::Value(Value::Boolean(false)))
    };
    let Some(mut part) = cx.types.expressions.call(clause) else { return clause };
    while part.is_conjunction() {
        let Some(first) = part.arguments().find(fails) else { break };
        part = first;
    }
    part.node()
}

/// Whether a condition on values of the type `of` holds for a value; true where that is not known.
pub(super) fn clause_holds<'g>(
    cx: &mut Checker<'g>,
    clause: Node<'g>,
    of: &ValueType<'g>,
    value: &Value,
) -> bool {
    !matches!(judge(cx, clause, of, value), Known::Value(Value::Boolean(false)))
}

/// What a condition comes to for a value; reports where that is too large to be known.
fn judge<'g>(cx: &mut Checker<'g>, clause: Node<'g>, of: &ValueType<'g>, value: &Value) -> Known<'g> {
    let typing = typed_clause(cx, clause, of);
    let known = cx.evaluator(&typing, Some(value)).evaluate(clause);
    if let Known::Failed(at, failure @ (Failure::TooLarge | Failure::TooMuch | Failure::TooLong)) = &known {
        too_large(cx, *at, failure);
    }
    known
}

/// The condition that a data type gives itself, and the type of the values that it is about.
fn clause_of_type(of: TypeView<'_>) -> Option<(Node<'_>, ValueType<'_>)> {
    let Body::Data(body) = of.body() else { return None };
    Some((of.tree().node(body.validation?.0), ValueType::Data(TypeRef::Defined(of.id))))
}

/// A limit that was reached.
pub(super) fn too_large<'g>(cx: &mut Checker<'g>, at: Node<'g>, failure: &Failure) {
    let found = match failure {
        Failure::TooMuch => codes::value_too_large::all_together(at.span()),
        Failure::TooLong => codes::value_too_large::text(at.span()),
        _ => codes::value_too_large::new(at.span()),
    };
    cx.report(at, found);
}
