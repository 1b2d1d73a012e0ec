//! Checks known values against the validation clauses of data types and definitions.

use crate::diagnostics::{Level, list, quoted, rules, suggest};
use crate::dialects::Rewrite;
use crate::expressions::Expression;
use crate::functions::{Comparison, Failure, Function};
use crate::literals::{BuiltIn, Notation, Value, number};
use crate::model::types::{Body, TypeRef, TypeView, Types};
use crate::yaml::{Kind, YamlNode};

use super::check::Checker;
use super::check_context::CheckContext;
use super::evaluator::CallResult;
use super::typing::typed_clause;
use super::value_type::{ValueStep, ValueType};
use super::what::What;

/// Evaluates all validation clauses on a value; returns whether none of them failed.
pub(super) fn meets_clauses<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    value: &Value,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> bool {
    let mut clauses: Vec<(YamlNode<'g>, ValueType<'g>)> = Vec::new();
    if let Some(ty) = expected.data_type().and_then(|ty| cx.types.defined(ty)) {
        clauses.extend(cx.types.lineage(ty).filter_map(clause_of_type));
        clauses.reverse();
    }
    let brought = clauses.len();
    clauses.extend(expected.clauses(cx.types));
    let mut right = number_of_scalar(cx, node, value, what);
    for (layer, (clause, ty)) in clauses.iter().enumerate() {
        let clause = *clause;
        let known = evaluate_clause(cx, clause, ty, value);
        if let CallResult::Failed(culprit, Failure::NoOrder) = known {
            let diagnostic =
                rules::unordered_versions::in_condition(node.span(), node.written(), culprit.span());
            cx.report(node, diagnostic);
        } else if matches!(known, CallResult::Value(Value::Boolean(false))) {
            right = false;
            let part = failing_part(cx, clause, ty, value);
            let diagnostic = rules::failed_validation::new(
                node.span(),
                &what.to_string(),
                &in_writing(cx, node, value),
                (part.written(), part.span()),
                part.id() != clause.id(),
            )
            .misses(names_read(cx, part));
            let diagnostic = match intended_value(cx, node, part, value) {
                Some(intended) => diagnostic.did_you_mean(intended, node.span()),
                None => match nearest_value(cx, &clauses, value, part) {
                    Some(nearest) => diagnostic
                        .help(format!("use the nearest value that satisfies it, {}", quoted(&nearest))),
                    None => diagnostic.help_opt(allowed_values(cx, part)),
                },
            };
            let diagnostic = match computed_operand(cx, part, ty, value) {
                Some(text) => diagnostic.note(text),
                None => diagnostic,
            };
            // Some dialects leave open whether the validation of a refinement adds to that of the definition.
            let newer = clauses.last().map(|(newer, _)| *newer);
            let newer = newer.filter(|newer| layer >= brought && newer.id() != clause.id());
            let open = newer.filter(|newer| replaces_clauses(cx, *newer));
            if let Some(newer) = open {
                cx.decide(newer, Rewrite::Impossible);
            }
            cx.report(
                node,
                match open {
                    Some(newer) => diagnostic.at_level(Level::Warning).also(newer.span(), "redefined here"),
                    None => diagnostic,
                },
            );
        }
    }
    right
}

/// Whether the validation of a refinement may replace that of the definition in the language of its file.
fn replaces_clauses(cx: &Checker<'_>, clause: YamlNode<'_>) -> bool {
    cx.types.graph.file(clause.tree().file()).policies().refinements.are_in_force
}

/// Evaluates all validation clauses on a computed value and on its entries, keys and properties; returns whether
/// none of them failed. Reports the first part that fails.
pub(super) fn meets_all_clauses<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    value: &Value,
    expected: &ValueType<'g>,
    what: What<'_>,
) -> bool {
    let types = cx.types;
    let meets_inside = match (value, expected.kind(types)) {
        (Value::List(values), Some(BuiltIn::List)) => expected.entries(types).is_none_or(|entry| {
            let mut entries = values.iter().enumerate();
            entries
                .all(|(index, value)| meets_all_clauses(cx, node, value, &entry, What::Entry(index, &what)))
        }),
        (Value::Map(values), Some(BuiltIn::Map)) => {
            let (keys, entry) = (expected.keys(types), expected.entries(types));
            let meets_key = |cx: &mut Checker<'g>, name: &String| {
                let key = Value::String(name.clone());
                keys.as_ref().is_none_or(|keys| meets_all_clauses(cx, node, &key, keys, What::Key(&what)))
            };
            values.iter().all(|(name, value)| {
                let part = What::Value(name, &what);
                meets_key(cx, name)
                    && entry.as_ref().is_none_or(|entry| meets_all_clauses(cx, node, value, entry, part))
            })
        }
        (Value::Map(values), None) => values.iter().all(|(name, value)| {
            let property = expected.part(types, ValueStep::Name(name));
            let part = What::Value(name, &what);
            property.is_err()
                || property.is_ok_and(|property| meets_all_clauses(cx, node, value, &property, part))
        }),
        _ => true,
    };
    meets_inside && meets_clauses(cx, node, value, expected, what)
}

/// Returns a value as it is written, or the result if it is a call.
fn in_writing<'g>(cx: &Checker<'g>, node: YamlNode<'g>, value: &Value) -> String {
    match value {
        _ if cx.types.expressions.call(node).is_none() => node.written().to_owned(),
        Value::List(_) | Value::Map(_) => value.to_json().to_string(),
        single => single.to_yaml(Notation::Tosca).trim_end().to_owned(),
    }
}

/// Checks that the number of a scalar, before conversion, is a value of its `data_type`.
fn number_of_scalar<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>, value: &Value, what: What<'_>) -> bool {
    let Value::Scalar(scalar) = value else { return true };
    let scalar_type = cx.types.get(scalar.units.data_type.into());
    let number_type = cx.types.number_type(scalar_type);
    let Some(ty) = cx.types.defined(number_type) else { return true };
    let integer = cx.types.built_in(TypeRef::Defined(ty.id)) == Some(BuiltIn::Integer);
    let number = if integer {
        scalar.number.to_string().parse().map(Value::Integer).ok()
    } else {
        Some(Value::Float(number::to_float(&scalar.number)))
    };
    let Some(number) = number else { return true };
    number_is_of(cx, node, &number, ty, what)
}

/// Checks a number against the validation clauses of a number type and its ancestors.
pub(super) fn number_is_of<'g>(
    cx: &mut Checker<'g>,
    node: YamlNode<'g>,
    number: &Value,
    ty: TypeView<'g>,
    what: What<'_>,
) -> bool {
    let lineage: Vec<TypeView<'g>> = cx.types.lineage(ty).collect();
    for ancestor in lineage.into_iter().rev() {
        let Some((clause, ty)) = clause_of_type(ancestor) else { continue };
        if !clause_holds(cx, clause, &ty, number) {
            let what = format!("the number of {what}");
            let part = failing_part(cx, clause, &ty, number);
            let diagnostic = rules::failed_validation::new(
                node.span(),
                &what,
                node.written(),
                (part.written(), part.span()),
                part.id() != clause.id(),
            );
            cx.report(node, diagnostic);
            return false;
        }
    }
    true
}

/// Returns the part of a failed clause that fails: of several parts that must all hold, the first.
fn failing_part<'g>(
    cx: &Checker<'g>,
    clause: YamlNode<'g>,
    ty: &ValueType<'g>,
    value: &Value,
) -> YamlNode<'g> {
    let typing = typed_clause(cx, clause, ty);
    let fails = |part: &Expression<'g>| {
        let known = cx.evaluator(&typing, Some(value)).evaluate(part.node());
        matches!(known, CallResult::Value(Value::Boolean(false)))
    };
    let Some(mut part) = cx.types.expressions.call(clause) else { return clause };
    while part.is_conjunction() {
        let Some(first) = part.arguments().find(fails) else { break };
        part = first;
    }
    part.node()
}

/// Returns the text of the allowed string that a literal string probably means, if the clause that fails is a list
/// of allowed values.
fn intended_value<'g>(
    cx: &Checker<'g>,
    node: YamlNode<'g>,
    clause: YamlNode<'g>,
    value: &Value,
) -> Option<&'g str> {
    let Value::String(written) = value else { return None };
    let allowed = choice(cx.types, clause)?;
    if cx.types.expressions.for_node(node).is_some() || node.as_str() != Some(written) {
        return None;
    }
    let allowed: Vec<YamlNode<'g>> = allowed.items().filter(|item| item.is_string()).collect();
    let intended = suggest(written, allowed.iter().map(|item| item.text()))?;
    allowed.into_iter().find(|item| item.text() == intended).map(YamlNode::written)
}

/// Returns the words in calls inside of a clause, such as the names of other properties.
fn names_read<'g>(cx: &Checker<'g>, clause: YamlNode<'g>) -> impl Iterator<Item = &'g str> {
    let calls = cx.types.expressions.calls_in(clause).filter(move |call| call.node().id() != clause.id());
    calls.flat_map(Expression::arguments).filter_map(|argument| argument.node().as_str())
}

/// Returns the help that names the allowed values, if the clause that fails is a list of literals.
fn allowed_values<'g>(cx: &Checker<'g>, clause: YamlNode<'g>) -> Option<String> {
    const MAX_SHOWN_VALUES: usize = 10;
    let values: Vec<YamlNode<'g>> = choice(cx.types, clause)?.items().collect();
    let are_literals = values.iter().all(|value| value.kind() == Kind::Scalar);
    let mut names: Vec<String> =
        values.iter().take(MAX_SHOWN_VALUES).map(|value| quoted(value.written())).collect();
    if values.len() > MAX_SHOWN_VALUES {
        names.push(format!("{} more", values.len() - MAX_SHOWN_VALUES));
    }
    match names.len() {
        0 => None,
        1 => Some(format!("use the only allowed value, {}", names[0])),
        _ => Some(format!("use one of the allowed values {}", list(&names, "and"))),
    }
    .filter(|_| are_literals)
}

/// Returns the literals that a clause lists as the allowed values of this type; an empty list if no clause does.
pub fn allowed_literals<'g>(types: &'g Types, value_type: &ValueType<'g>) -> Vec<YamlNode<'g>> {
    let of_definition = value_type.clauses(types).into_iter().map(|(clause, _)| clause);
    let data_type = value_type.data_type().and_then(|ty| types.defined(ty));
    let of_types = data_type.into_iter().flat_map(|ty| types.lineage(ty)).filter_map(clause_of_type);
    let mut clauses = of_definition.chain(of_types.map(|(clause, _)| clause));
    let list = clauses.find_map(|clause| choice(types, clause));
    let items = list.into_iter().flat_map(YamlNode::items);
    items.filter(|item| item.kind() == Kind::Scalar).collect()
}

/// Returns the list of allowed values, if a clause is a comparison with one.
fn choice<'g>(types: &'g Types, clause: YamlNode<'g>) -> Option<YamlNode<'g>> {
    let is_choice = |function: &Function| function.comparison == Some(Comparison::OneOf);
    let call = types.expressions.call(clause).filter(|call| call.function().is_some_and(is_choice))?;
    call.arguments().nth(1).map(Expression::node)
}

/// Returns the text of the number nearest to `value`, of the integers around it and the numbers in the clause `part`,
/// that satisfies all clauses.
fn nearest_value<'g>(
    cx: &Checker<'g>,
    clauses: &[(YamlNode<'g>, ValueType<'g>)],
    value: &Value,
    part: YamlNode<'g>,
) -> Option<String> {
    const MAX_DISTANCE: i64 = 32;
    let satisfies = |candidate: &Value| {
        clauses.iter().all(|(clause, ty)| {
            let typing = typed_clause(cx, *clause, ty);
            let known = cx.evaluator(&typing, Some(candidate)).evaluate(*clause);
            matches!(known, CallResult::Value(Value::Boolean(true)))
        })
    };
    let numbers = || {
        let arguments = part.entries().flat_map(|(_, arguments)| arguments.items());
        arguments.flat_map(|argument| std::iter::once(argument).chain(argument.items()))
    };
    let candidate = match *value {
        Value::Integer(written) => {
            let around = (1..=MAX_DISTANCE)
                .flat_map(|distance| [written.checked_sub(distance), written.checked_add(distance)])
                .flatten();
            let mut listed: Vec<i64> = numbers()
                .filter_map(|node| node.text().parse::<i64>().ok())
                .flat_map(|number| [number.checked_sub(1), Some(number), number.checked_add(1)])
                .flatten()
                .collect();
            listed.sort_unstable_by_key(|number| number.abs_diff(written));
            around.chain(listed).map(Value::Integer).find(satisfies)?
        }
        Value::Float(written) => {
            let mut listed: Vec<f64> = numbers()
                .filter_map(|node| node.text().parse::<f64>().ok())
                .filter(|f| f.is_finite())
                .collect();
            listed.sort_by(|a, b| f64::total_cmp(&(a - written).abs(), &(b - written).abs()));
            listed.into_iter().map(Value::Float).find(satisfies)?
        }
        _ => return None,
    };
    Some(candidate.to_yaml(Notation::Tosca).trim_end().to_owned())
}

/// Returns what the first computed operand of a comparison that fails is for `value`.
fn computed_operand<'g>(
    cx: &Checker<'g>,
    part: YamlNode<'g>,
    ty: &ValueType<'g>,
    value: &Value,
) -> Option<String> {
    let call = cx.types.expressions.call(part)?;
    call.function()?.comparison?;
    let typing = typed_clause(cx, part, ty);
    call.arguments().find_map(|argument| {
        let node = argument.node();
        let is_computed = node.is_mapping() && cx.types.expressions.call(node).is_some();
        if !is_computed || node.written().contains('\n') {
            return None;
        }
        let CallResult::Value(result) = cx.evaluator(&typing, Some(value)).evaluate(node) else {
            return None;
        };
        let is_single = !matches!(result, Value::List(_) | Value::Map(_));
        is_single.then(|| {
            let result = result.to_yaml(Notation::Tosca);
            format!("{} is {} here", quoted(node.written()), quoted(result.trim_end()))
        })
    })
}

/// Whether a validation clause on values of the type `ty` holds for a value; true if that is not known.
pub(super) fn clause_holds<'g>(
    cx: &mut Checker<'g>,
    clause: YamlNode<'g>,
    ty: &ValueType<'g>,
    value: &Value,
) -> bool {
    !matches!(evaluate_clause(cx, clause, ty, value), CallResult::Value(Value::Boolean(false)))
}

/// Evaluates a validation clause for a value; reports a result that is too large to compute.
fn evaluate_clause<'g>(
    cx: &mut Checker<'g>,
    clause: YamlNode<'g>,
    ty: &ValueType<'g>,
    value: &Value,
) -> CallResult<'g> {
    let typing = typed_clause(cx, clause, ty);
    let known = cx.evaluator(&typing, Some(value)).evaluate(clause);
    if let CallResult::Failed(culprit, failure @ (Failure::TooLarge | Failure::TooMuch | Failure::TooLong)) =
        &known
    {
        report_too_large(cx, *culprit, failure);
    }
    known
}

/// Returns the validation clause of a data type, and the type of the values that it applies to.
fn clause_of_type(ty: TypeView<'_>) -> Option<(YamlNode<'_>, ValueType<'_>)> {
    let Body::Data(body) = ty.body() else { return None };
    Some((ty.tree().node(body.validation?.0), ValueType::Data(TypeRef::Defined(ty.id))))
}

/// Reports that a limit is exceeded.
pub(super) fn report_too_large<'g>(cx: &mut Checker<'g>, node: YamlNode<'g>, failure: &Failure) {
    let diagnostic = match failure {
        Failure::TooMuch => rules::value_too_large::total(node.span()),
        Failure::TooLong => rules::value_too_large::text(node.span()),
        _ => rules::value_too_large::new(node.span()),
    };
    cx.report(node, diagnostic);
}
