//! Checks the rules of functions beyond the types of their arguments (TOSCA 2.0 §10.2.2 to §10.2.5).

use rustc_hash::FxHashMap;

use crate::diagnostics::{Level, rules};
use crate::expressions::Expression;
use crate::functions::{ArgumentCheck, BoundKind, Comparison, Function};
use crate::literals::{BuiltIn, Value, equal, number};
use crate::values::check_context::CheckContext;
use crate::values::evaluator::CallResult;
use crate::values::literal_policy;
use crate::values::value_type::ValueType;
use crate::values::what::{CallName, What};
use crate::yaml::{Scalar, YamlNode};

use super::patterns::check_pattern;
use super::{Knowledge, Typed, Typer};

/// Checks the rules in the row of a function beyond the types of arguments.
pub(super) fn check<'g>(
    cx: &mut Typer<'g>,
    (function, name): (&'static Function, CallName<'_>),
    arguments: &[YamlNode<'g>],
    t: &ValueType<'g>,
    typed: &[Option<Typed<'g>>],
) {
    if let (Some(comparison), [left, right]) = (function.comparison, arguments) {
        constant_comparison(cx, comparison, *left, *right);
    }
    for check in function.checks {
        match check {
            ArgumentCheck::Pattern => {
                if let [text, pattern] = arguments {
                    check_pattern(cx, *text, *pattern);
                }
            }
            ArgumentCheck::NonEmptyString(index) => non_empty_string(cx, name, arguments, *index),
            ArgumentCheck::NonNegative(index) => non_negative(cx, name, arguments, *index),
            ArgumentCheck::NonEmptyList(index) => non_empty_list(cx, name, arguments, *index),
            ArgumentCheck::NonZero(index) => non_zero(cx, arguments, typed, *index),
            ArgumentCheck::OneFactor => one_factor(cx, function, arguments, t),
            ArgumentCheck::NoRepeatedValue(index) => {
                if let Some(list) = arguments.get(*index).filter(|list| list.is_sequence()) {
                    repeated(cx, *list, t);
                }
            }
            ArgumentCheck::Ordered => ordered(cx, function, arguments),
            ArgumentCheck::OrderedLists => {
                // Lists with fewer than two entries are always ordered.
                let short = |node: &YamlNode<'_>| node.is_sequence() && node.items().nth(1).is_none();
                if !arguments.iter().any(short) {
                    ordered(cx, function, arguments);
                }
            }
        }
    }
}

fn non_empty_string<'g>(cx: &mut Typer<'g>, name: CallName<'_>, arguments: &[YamlNode<'g>], index: usize) {
    let Some(argument) = arguments.get(index).filter(|argument| argument.as_str() == Some("")) else {
        return;
    };
    let what = What::Argument(index, name).to_string();
    let expected = "a non-empty string";
    cx.report(*argument, rules::wrong_argument_type::value(argument.span(), &what, expected));
}

fn non_negative<'g>(cx: &mut Typer<'g>, name: CallName<'_>, arguments: &[YamlNode<'g>], index: usize) {
    let is_negative =
        |node: &&YamlNode<'_>| matches!(node.scalar(), Some(Scalar::Integer(text)) if text.starts_with('-'));
    let Some(argument) = arguments.get(index).filter(is_negative) else { return };
    let what = What::Argument(index, name).to_string();
    cx.report(*argument, rules::wrong_argument_type::value(argument.span(), &what, "a non-negative integer"));
}

fn non_empty_list<'g>(cx: &mut Typer<'g>, name: CallName<'_>, arguments: &[YamlNode<'g>], index: usize) {
    let is_empty = |list: &&YamlNode<'_>| list.is_sequence() && list.items().next().is_none();
    let Some(list) = arguments.get(index).filter(is_empty) else { return };
    let what = What::Argument(index, name).to_string();
    let diagnostic = rules::wrong_argument_type::value(list.span(), &what, "a non-empty list of strings");
    cx.report(*list, diagnostic.at_level(Level::Warning));
}

fn non_zero<'g>(cx: &mut Typer<'g>, arguments: &[YamlNode<'g>], typed: &[Option<Typed<'g>>], index: usize) {
    let is_zero = |node: &&YamlNode<'_>| match node.scalar() {
        Some(Scalar::Integer(text)) => number::integer(text) == Some(0),
        Some(Scalar::Float(text)) => number::float(text) == 0.0,
        _ => false,
    };
    let Some(divisor) = arguments.get(index).filter(is_zero) else { return };
    // If everything is known, computing the call reports the error.
    if typed
        .first()
        .is_some_and(|typed| typed.as_ref().is_some_and(|typed| typed.knowledge == Knowledge::Unknown))
    {
        cx.report(*divisor, rules::evaluation_error::division_by_zero(divisor.span()));
    }
}

fn one_factor<'g>(cx: &mut Typer<'g>, function: &Function, arguments: &[YamlNode<'g>], t: &ValueType<'g>) {
    let Some(first) = arguments.first().filter(|_| arguments.len() != 2) else { return };
    if t.kind(cx.types) == Some(BuiltIn::Scalar) {
        let diagnostic = rules::wrong_argument_count::new(
            arguments.get(2).unwrap_or(first).span(),
            &format!("${}", function.name),
            "a scalar and one number",
            arguments.len(),
        );
        cx.report(*first, diagnostic);
    }
}

/// Reports arguments without a defined order if the function depends on the order.
fn ordered<'g>(cx: &mut Typer<'g>, function: &Function, arguments: &[YamlNode<'g>]) {
    for argument in arguments {
        let call = cx.types.expressions.call(*argument);
        let set = call.filter(|call| call.function().is_some_and(|function| function.is_unordered));
        if let Some(set) = set.and_then(Expression::name) {
            let diagnostic = rules::unordered_result::new(argument.span(), set.text(), function.name);
            cx.report(*argument, diagnostic);
        }
    }
}

/// Reports comparisons whose result does not depend on values (10.2.2.2-19).
fn constant_comparison<'g>(
    cx: &mut Typer<'g>,
    comparison: Comparison,
    left: YamlNode<'g>,
    right: YamlNode<'g>,
) {
    let call = |node| cx.types.expressions.call(node);
    let non_negative = |node: YamlNode<'g>| {
        let function = call(node).and_then(Expression::function);
        function.is_some_and(|function| function.is_never_negative)
    };
    let zero = |node: YamlNode<'_>| matches!(node.scalar(), Some(Scalar::Integer(text)) if number::integer(text) == Some(0));
    let same = || !left.is_lowered() && left.written() == right.written();
    let bound = comparison.bound();
    let is_bound = |is_lower, is_strict| bound == Some(BoundKind { is_lower, is_strict });
    let result = if !comparison.is_with_single_value() {
        return;
    } else if call(left).is_some() && same() {
        bound.is_none_or(|bound| !bound.is_strict)
    } else if non_negative(left) && zero(right) && is_bound(true, false)
        || zero(left) && non_negative(right) && is_bound(false, false)
    {
        true
    } else if non_negative(left) && zero(right) && is_bound(false, true)
        || zero(left) && non_negative(right) && is_bound(true, true)
    {
        false
    } else {
        return;
    };
    cx.report(left, rules::constant_condition::comparison(left.span().to(right.span()), result));
}

/// Reports equal values in a list of valid values.
fn repeated<'g>(cx: &mut Typer<'g>, list: YamlNode<'g>, t: &ValueType<'g>) {
    /// Maximum number of values that are compared.
    const MAX_COMPARED_VALUES: usize = 256;
    // Values of these types can be written in several ways.
    let is_read = matches!(
        t.kind(cx.types),
        Some(
            BuiltIn::Float
                | BuiltIn::Bytes
                | BuiltIn::Timestamp
                | BuiltIn::Version
                | BuiltIn::Scalar
                | BuiltIn::List
        )
    );
    // Lenient dialects need no quotes around strings.
    let is_text = t.kind(cx.types) == Some(BuiltIn::String) && literal_policy(cx.types, list).is_lenient;
    let mut texts: FxHashMap<&str, YamlNode<'g>> = FxHashMap::default();
    let mut seen: Vec<(Value, YamlNode<'g>)> = Vec::new();
    for item in list.items().take(MAX_COMPARED_VALUES) {
        if cx.types.expressions.call(item).is_some() || item.is_invalid() {
            continue;
        }
        let text = item.as_str().or_else(|| is_text.then(|| item.text()));
        if let Some(text) = text.filter(|_| !is_read) {
            let first = *texts.entry(text).or_insert(item);
            if first.id() != item.id() {
                let diagnostic = rules::repeated_value::new(item.span(), item.written(), first.span());
                cx.report(item, diagnostic);
            }
            continue;
        }
        let CallResult::Value(value) = cx.evaluator().evaluate(item) else { continue };
        match seen.iter().find(|(seen_value, _)| equal(seen_value, &value)) {
            Some((_, first)) => {
                let diagnostic = rules::repeated_value::new(item.span(), item.written(), first.span());
                cx.report(item, diagnostic);
            }
            None => seen.push((value, item)),
        }
    }
}
