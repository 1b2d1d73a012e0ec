//! Equality and order of values (TOSCA 2.0 §10.2.2).

use std::cmp::Ordering;

use super::Value;

/// Whether two values are equal, by value and in depth: the order of maps does not count, scalars are
/// compared in their canonical unit, an integer beside a float counts as one.
#[must_use]
pub(super) fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Nil, Value::Nil) => true,
        (Value::Boolean(one), Value::Boolean(other)) => one == other,
        (Value::String(one), Value::String(other)) => one == other,
        (Value::Bytes(one), Value::Bytes(other)) => one == other,
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Map(one), Value::Map(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| equal(one, other)))
        }
        // Versions that differ in their qualifier have no order, and are not equal.
        _ => order(one, other) == Some(Ordering::Equal),
    }
}

/// Which of two values of one type comes first; none where they have no order.
#[must_use]
pub(super) fn order(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => Some(one.cmp(other)),
        (Value::Float(one), Value::Float(other)) => one.partial_cmp(other),
        #[expect(clippy::cast_precision_loss, reason = "an integer beside a float counts as a float")]
        (Value::Integer(one), Value::Float(other)) => (*one as f64).partial_cmp(other),
        #[expect(clippy::cast_precision_loss, reason = "an integer beside a float counts as a float")]
        (Value::Float(one), Value::Integer(other)) => one.partial_cmp(&(*other as f64)),
        // Strings are ordered by code points, without any locale.
        (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
        (Value::Timestamp(one), Value::Timestamp(other)) => Some(one.order(other)),
        (Value::Version(one), Value::Version(other)) => one.order(other),
        (Value::Scalar(one), Value::Scalar(other)) => {
            (one.family == other.family).then(|| one.amount.cmp(&other.amount))
        }
        _ => None,
    }
}
