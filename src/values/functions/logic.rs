//! Boolean functions and comparisons (TOSCA 2.0 §10.2.2).

use std::cmp::Ordering;

use super::{Arguments, Failure, Known, truth};
use crate::literals::{Value, equal, order};
use crate::values::patterns::compiled;

/// Longer texts are not matched.
const LONGEST_TEXT: usize = 1 << 16;

pub(super) fn call<'g>(function: &str, arguments: &Arguments<'_, 'g>) -> Option<Known<'g>> {
    let result = match (function, &arguments.values[..]) {
        ("not", [Value::Boolean(value)]) => truth(!value),
        ("xor", [Value::Boolean(one), Value::Boolean(other)]) => truth(one != other),
        ("equal", [one, other]) => truth(equal(one, other)),
        ("greater_than", [one, other]) => compared(arguments, one, other, |found| found == Ordering::Greater),
        ("greater_or_equal", [one, other]) => {
            compared(arguments, one, other, |found| found != Ordering::Less)
        }
        ("less_than", [one, other]) => compared(arguments, one, other, |found| found == Ordering::Less),
        ("less_or_equal", [one, other]) => {
            compared(arguments, one, other, |found| found != Ordering::Greater)
        }
        ("valid_values", [value, Value::List(values)]) => {
            truth(values.iter().any(|other| equal(value, other)))
        }
        ("matches", [Value::String(text), Value::String(pattern)]) => matches(arguments, text, pattern),
        (
            "not" | "xor" | "equal" | "valid_values" | "matches" | "greater_than" | "greater_or_equal"
            | "less_than" | "less_or_equal",
            _,
        ) => Known::Unknown,
        _ => return None,
    };
    Some(result)
}

fn compared<'g>(
    arguments: &Arguments<'_, 'g>,
    one: &Value,
    other: &Value,
    holds: impl Fn(Ordering) -> bool,
) -> Known<'g> {
    match order(one, other) {
        Some(found) => truth(holds(found)),
        // Versions and `.nan` may have no order; everything else is of different types.
        None => match (one, other) {
            (Value::Version(_), Value::Version(_)) => Known::Failed(arguments.call, Failure::NoOrder),
            (Value::Float(_), Value::Float(_) | Value::Integer(_)) | (Value::Integer(_), Value::Float(_)) => {
                truth(false)
            }
            _ => Known::Failed(arguments.call, Failure::DifferentTypes),
        },
    }
}

/// Whether a part of the text fits the pattern: patterns are not anchored.
fn matches<'g>(arguments: &Arguments<'_, 'g>, text: &str, pattern: &str) -> Known<'g> {
    let Some(node) = arguments.nodes.get(1) else { return Known::Unknown };
    match &*compiled(pattern) {
        Ok(_) if text.len() > LONGEST_TEXT => Known::Failed(arguments.nodes[0], Failure::TooLong),
        Ok(compiled) => truth(compiled.is_match(text)),
        Err(failure) => Known::Failed(*node, failure.clone()),
    }
}
