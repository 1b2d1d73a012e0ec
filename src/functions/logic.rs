//! Boolean logic and comparisons (TOSCA 2.0 §10.2.2.1, §10.2.2.2).

use std::cmp::Ordering;

use crate::literals::{Value, equal as are_equal, order};

use super::{Computed, Failure, NoValue, ResultLimits, compiled};

pub(super) fn not(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [Value::Boolean(value)] => Ok(Value::Boolean(!value)),
        _ => Err(NoValue::Unknown),
    }
}

pub(super) fn xor(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [Value::Boolean(left), Value::Boolean(right)] => Ok(Value::Boolean(left != right)),
        _ => Err(NoValue::Unknown),
    }
}

pub(super) fn equal(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [left, right] => Ok(Value::Boolean(are_equal(left, right))),
        _ => Err(NoValue::Unknown),
    }
}

pub(super) fn greater_than(arguments: &[Value], _: &ResultLimits) -> Computed {
    compare(arguments, Ordering::is_gt)
}

pub(super) fn greater_or_equal(arguments: &[Value], _: &ResultLimits) -> Computed {
    compare(arguments, Ordering::is_ge)
}

pub(super) fn less_than(arguments: &[Value], _: &ResultLimits) -> Computed {
    compare(arguments, Ordering::is_lt)
}

pub(super) fn less_or_equal(arguments: &[Value], _: &ResultLimits) -> Computed {
    compare(arguments, Ordering::is_le)
}

pub(super) fn valid_values(arguments: &[Value], _: &ResultLimits) -> Computed {
    match arguments {
        [value, Value::List(values)] => {
            Ok(Value::Boolean(values.iter().any(|valid| are_equal(value, valid))))
        }
        _ => Err(NoValue::Unknown),
    }
}

/// Whether a part of the text matches the pattern, which is not anchored.
pub(super) fn matches(arguments: &[Value], limits: &ResultLimits) -> Computed {
    let [Value::String(text), Value::String(pattern)] = arguments else { return Err(NoValue::Unknown) };
    match &*compiled(pattern) {
        Ok(_) if text.len() > limits.matched_bytes => Err(Failure::TooLong.in_argument(0)),
        Ok(compiled) => Ok(Value::Boolean(compiled.is_match(text))),
        Err(failure) => Err(failure.clone().in_argument(1)),
    }
}

fn compare(arguments: &[Value], is_match: impl Fn(Ordering) -> bool) -> Computed {
    let [left, right] = arguments else { return Err(NoValue::Unknown) };
    match (order(left, right), left, right) {
        (Some(order), ..) => Ok(Value::Boolean(is_match(order))),
        (None, Value::Version(_), Value::Version(_)) => Err(Failure::NoOrder.into()),
        // Not-a-number has no order.
        (None, Value::Float(_), Value::Float(_) | Value::Integer(_))
        | (None, Value::Integer(_), Value::Float(_)) => Ok(Value::Boolean(false)),
        _ => Err(Failure::DifferentTypes.into()),
    }
}
