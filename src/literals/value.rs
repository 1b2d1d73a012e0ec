//! Known values of the built-in data types.

use crate::base::IndexMap;

use super::{BuiltIn, ScalarValue, Timestamp, Version};

/// A value of some data type (TOSCA 2.0 §9.1). Values of complex types are maps.
#[derive(Clone, Debug)]
pub enum Value {
    /// §9.1.1.6
    Nil,
    /// §9.1.1.4
    Boolean(bool),
    /// §9.1.1.2
    Integer(i64),
    /// §9.1.1.3
    Float(f64),
    /// §9.1.1.1
    String(String),
    /// §9.1.1.5, decoded
    Bytes(Vec<u8>),
    /// §9.1.2.1
    Timestamp(Timestamp),
    /// §9.1.2.2
    Scalar(ScalarValue),
    /// §9.1.2.3
    Version(Version),
    /// §9.1.3.1
    List(Vec<Value>),
    /// §9.1.3.2
    Map(IndexMap<String, Value>),
}

impl Value {
    /// The built-in type of the value.
    #[must_use]
    pub fn built_in(&self) -> BuiltIn {
        match self {
            Value::Nil => BuiltIn::Nil,
            Value::Boolean(_) => BuiltIn::Boolean,
            Value::Integer(_) => BuiltIn::Integer,
            Value::Float(_) => BuiltIn::Float,
            Value::String(_) => BuiltIn::String,
            Value::Bytes(_) => BuiltIn::Bytes,
            Value::Timestamp(_) => BuiltIn::Timestamp,
            Value::Scalar(_) => BuiltIn::Scalar,
            Value::Version(_) => BuiltIn::Version,
            Value::List(_) => BuiltIn::List,
            Value::Map(_) => BuiltIn::Map,
        }
    }

    /// About how many bytes the value takes, or `None` if that is more than `max_bytes`, or if the value is
    /// nested more than `max_depth` levels deep.
    pub(crate) fn size(&self, max_bytes: usize, max_depth: usize) -> Option<usize> {
        /// What a part takes besides its text.
        const PART: usize = 128;
        match self {
            Value::List(_) | Value::Map(_) => {}
            Value::String(text) => return Some(text.len() + PART).filter(|size| *size <= max_bytes),
            _ => return Some(PART),
        }
        let mut size = 0;
        let mut pending = vec![(self, 0)];
        while let Some((value, depth)) = pending.pop() {
            size += PART;
            match value {
                Value::String(text) => size += text.len(),
                Value::List(values) => pending.extend(values.iter().map(|value| (value, depth + 1))),
                Value::Map(values) => {
                    for (key, value) in values {
                        size += key.len();
                        pending.push((value, depth + 1));
                    }
                }
                _ => {}
            }
            if size > max_bytes || depth > max_depth {
                return None;
            }
        }
        Some(size)
    }

    /// Whether the value has at most `max_parts` parts, including itself.
    #[must_use]
    pub fn has_at_most(&self, max_parts: usize) -> bool {
        let mut remaining = max_parts;
        let mut pending = vec![self];
        while let Some(value) = pending.pop() {
            let Some(fewer) = remaining.checked_sub(1) else { return false };
            remaining = fewer;
            match value {
                Value::List(values) => pending.extend(values),
                Value::Map(values) => pending.extend(values.values()),
                _ => {}
            }
        }
        true
    }
}
