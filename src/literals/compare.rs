//! Compares values for equality and order (TOSCA 2.0 §10.2.2).

use std::cmp::Ordering;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};

use super::Value;

/// A set of values, by equality.
#[derive(Default)]
pub(crate) struct ValueSet<'v> {
    by_fingerprint: FxHashMap<u64, Vec<&'v Value>>,
}

impl<'v> ValueSet<'v> {
    /// Adds a value; returns whether the set had no equal value.
    pub(crate) fn insert(&mut self, value: &'v Value) -> bool {
        let candidates = self.by_fingerprint.entry(fingerprint(value)).or_default();
        let is_new = !candidates.iter().any(|candidate| equal(candidate, value));
        if is_new {
            candidates.push(value);
        }
        is_new
    }

    /// Whether the set has an equal value.
    pub(crate) fn contains(&self, value: &Value) -> bool {
        let candidates = self.by_fingerprint.get(&fingerprint(value));
        candidates.is_some_and(|candidates| candidates.iter().any(|candidate| equal(candidate, value)))
    }
}

impl<'v> FromIterator<&'v Value> for ValueSet<'v> {
    fn from_iter<I: IntoIterator<Item = &'v Value>>(values: I) -> Self {
        let mut set = Self::default();
        for value in values {
            set.insert(value);
        }
        set
    }
}

/// A number that equal values share, and most other values do not.
fn fingerprint(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    match value {
        Value::Nil | Value::Version(_) => {}
        Value::Boolean(value) => value.hash(&mut hasher),
        // An integer may equal a float, and zero has two signs.
        #[expect(clippy::cast_precision_loss, reason = "an integer next to a float counts as a float")]
        Value::Integer(value) => (*value as f64 + 0.0).to_bits().hash(&mut hasher),
        Value::Float(value) => (*value + 0.0).to_bits().hash(&mut hasher),
        Value::String(text) => text.hash(&mut hasher),
        Value::Bytes(bytes) => bytes.hash(&mut hasher),
        Value::Timestamp(timestamp) => timestamp.seconds.hash(&mut hasher),
        Value::Scalar(scalar) => scalar.amount.hash(&mut hasher),
        Value::List(values) => {
            for value in values {
                fingerprint(value).hash(&mut hasher);
            }
        }
        Value::Map(values) => {
            // The order of entries does not matter.
            let entry = |(key, value): (&String, &Value)| {
                let mut hasher = FxHasher::default();
                (key, fingerprint(value)).hash(&mut hasher);
                hasher.finish()
            };
            values.iter().map(entry).fold(0_u64, u64::wrapping_add).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Whether two values are equal, in depth. The order of map entries does not matter, scalars are compared in
/// their canonical unit, and an integer can equal a float.
#[must_use]
pub(crate) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Nil, Value::Nil) => true,
        (Value::Boolean(left), Value::Boolean(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Bytes(left), Value::Bytes(right)) => left == right,
        (Value::List(left), Value::List(right)) => all_equal(left, right),
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right)))
        }
        // Versions with different qualifiers have no order and are not equal.
        _ => order(left, right) == Some(Ordering::Equal),
    }
}

/// Whether two lists have equal values in the same order.
#[must_use]
pub(crate) fn all_equal(left: &[Value], right: &[Value]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
}

/// Compares two values of one type; `None` if they have no order.
#[must_use]
pub(crate) fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Float(left), Value::Float(right)) => left.partial_cmp(right),
        #[expect(clippy::cast_precision_loss, reason = "an integer next to a float counts as a float")]
        (Value::Integer(left), Value::Float(right)) => (*left as f64).partial_cmp(right),
        #[expect(clippy::cast_precision_loss, reason = "an integer next to a float counts as a float")]
        (Value::Float(left), Value::Integer(right)) => left.partial_cmp(&(*right as f64)),
        // Strings are ordered by code points, independent of any locale.
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        (Value::Timestamp(left), Value::Timestamp(right)) => Some(left.order(right)),
        (Value::Version(left), Value::Version(right)) => left.order(right),
        (Value::Scalar(left), Value::Scalar(right)) => {
            left.is_comparable_with(right).then(|| left.amount.cmp(&right.amount))
        }
        _ => None,
    }
}
