//! Equality and order of values (TOSCA 2.0 §10.2.2).

use std::cmp::Ordering;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashMap, FxHasher};

use super::Value;

/// Values to look others up in.
#[derive(Default)]
pub(crate) struct Known<'v> {
    by_fingerprint: FxHashMap<u64, Vec<&'v Value>>,
}

impl<'v> Known<'v> {
    /// Adds a value; says whether there was none that is equal.
    pub(crate) fn insert(&mut self, value: &'v Value) -> bool {
        let same = self.by_fingerprint.entry(fingerprint(value)).or_default();
        let new = !same.iter().any(|other| equal(other, value));
        if new {
            same.push(value);
        }
        new
    }

    /// Whether there is a value that is equal.
    pub(crate) fn contains(&self, value: &Value) -> bool {
        let same = self.by_fingerprint.get(&fingerprint(value));
        same.is_some_and(|same| same.iter().any(|other| equal(other, value)))
    }
}

impl<'v> FromIterator<&'v Value> for Known<'v> {
    fn from_iter<I: IntoIterator<Item = &'v Value>>(values: I) -> Self {
        let mut known = Self::default();
        for value in values {
            known.insert(value);
        }
        known
    }
}

/// The same number for equal values, mostly another one for others.
fn fingerprint(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    match value {
        Value::Nil | Value::Version(_) => {}
        Value::Boolean(value) => value.hash(&mut hasher),
        // An integer may be equal to a float, and zero has two signs.
        #[expect(clippy::cast_precision_loss, reason = "an integer beside a float counts as a float")]
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
            // The order of maps does not count.
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

/// Whether two values are equal, by value and in depth: the order of maps does not count, scalars are
/// compared in their canonical unit, an integer beside a float counts as one.
#[must_use]
pub(crate) fn equal(one: &Value, other: &Value) -> bool {
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
pub(crate) fn order(one: &Value, other: &Value) -> Option<Ordering> {
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
            (one.units.family == other.units.family).then(|| one.amount.cmp(&other.amount))
        }
        _ => None,
    }
}
