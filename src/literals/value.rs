//! A value that is known.

use indexmap::IndexMap;

use super::{BuiltIn, Scalar, Timestamp, Version};

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
    Scalar(Scalar),
    /// §9.1.2.3
    Version(Version),
    /// §9.1.3.1
    List(Vec<Value>),
    /// §9.1.3.2
    Map(IndexMap<String, Value>),
}

impl Value {
    /// Whether it is a value of a type of the standard.
    #[must_use]
    pub fn is_of(&self, kind: BuiltIn) -> bool {
        matches!(
            (self, kind),
            (Value::Nil, BuiltIn::Nil)
                | (Value::Boolean(_), BuiltIn::Boolean)
                | (Value::Integer(_), BuiltIn::Integer)
                | (Value::Float(_), BuiltIn::Float)
                | (Value::String(_), BuiltIn::String)
                | (Value::Bytes(_), BuiltIn::Bytes)
                | (Value::Timestamp(_), BuiltIn::Timestamp)
                | (Value::Scalar(_), BuiltIn::Scalar)
                | (Value::Version(_), BuiltIn::Version)
                | (Value::List(_), BuiltIn::List)
                | (Value::Map(_), BuiltIn::Map)
        )
    }

    /// What kind of value it is, in words.
    #[must_use]
    pub fn describe(&self) -> &'static str {
        match self {
            Value::Nil => "null",
            Value::Boolean(_) => "a boolean",
            Value::Integer(_) => "an integer",
            Value::Float(_) => "a float",
            Value::String(_) => "a string",
            Value::Bytes(_) => "bytes",
            Value::Timestamp(_) => "a timestamp",
            Value::Scalar(_) => "a scalar",
            Value::Version(_) => "a version",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }

    /// How much the value takes, in bytes; none where that is more than `most`, or where it is nested more
    /// than `deepest` levels deep.
    pub(crate) fn weight(&self, most: usize, deepest: usize) -> Option<usize> {
        /// What a part takes besides its text.
        const PART: usize = 128;
        match self {
            Value::List(_) | Value::Map(_) => {}
            Value::String(text) => return Some(text.len() + PART).filter(|weight| *weight <= most),
            _ => return Some(PART),
        }
        let mut weight = 0;
        let mut waiting = vec![(self, 0)];
        while let Some((value, depth)) = waiting.pop() {
            weight += PART;
            match value {
                Value::String(text) => weight += text.len(),
                Value::List(values) => waiting.extend(values.iter().map(|value| (value, depth + 1))),
                Value::Map(values) => {
                    for (key, value) in values {
                        weight += key.len();
                        waiting.push((value, depth + 1));
                    }
                }
                _ => {}
            }
            if weight > most || depth > deepest {
                return None;
            }
        }
        Some(weight)
    }

    /// Whether the value has at most so many parts.
    #[must_use]
    pub fn is_at_most(&self, parts: usize) -> bool {
        let mut left = parts;
        let mut waiting = vec![self];
        while let Some(value) = waiting.pop() {
            let Some(less) = left.checked_sub(1) else { return false };
            left = less;
            match value {
                Value::List(values) => waiting.extend(values),
                Value::Map(values) => waiting.extend(values.values()),
                _ => {}
            }
        }
        true
    }
}
