//! Values and function calls as typed trees (TOSCA 2.0 §9, §10).

use std::hash::{Hash, Hasher};

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::named::{Named, Text};
use super::source::Origin;

/// A value, or a call that computes one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expression {
    /// §9.1.1.6
    Nil,
    /// §9.1.1.4
    Boolean(bool),
    /// §9.1.1.2
    Integer(i64),
    /// §9.1.1.3
    Float(f64),
    /// §9.1.1.1
    String(Text),
    /// §9.1.1.5, in Base64.
    Bytes(Text),
    /// §9.1.2.1
    Timestamp(Text),
    /// §9.1.2.3
    Version(Text),
    /// §9.1.2.2
    Scalar(Box<Scalar>),
    /// A literal without a type, as written.
    Other(Text),
    /// §9.1.3.1
    List(Vec<Expression>),
    /// §9.1.3.2, and values of complex types.
    Map(Box<Entries>),
    /// §10.1
    Call(Box<Call>),
}

/// A number with a unit: the canonical one of the type, unless the number is not representable in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scalar {
    /// The number.
    pub number: Text,
    /// The unit.
    pub unit: Text,
}

/// The entries of a map.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Entries {
    /// Entries with known keys, in order.
    pub named: Vec<Entry>,
    /// Entries with computed keys.
    pub computed: Vec<(Expression, Expression)>,
}

/// An entry of a map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The key.
    pub key: Text,
    /// The value.
    pub value: Expression,
    /// Whether the data type defines a fixed value.
    pub fixed: bool,
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Call {
    /// The function, without the dollar sign.
    pub function: Text,
    /// Its arguments.
    pub arguments: Vec<Expression>,
}

impl Scalar {
    /// Returns the literal.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{} {}", self.number, self.unit)
    }
}

impl Expression {
    /// Whether it contains no call and no computed key.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        match self {
            Expression::Call(_) => false,
            Expression::List(items) => items.iter().all(Expression::is_constant),
            Expression::Map(entries) => {
                entries.computed.is_empty() && entries.named.iter().all(|entry| entry.value.is_constant())
            }
            _ => true,
        }
    }

    /// Hashes the value; equal values have equal hashes.
    pub(super) fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self).hash(hasher);
        match self {
            Expression::Nil => {}
            Expression::Boolean(value) => value.hash(hasher),
            Expression::Integer(value) => value.hash(hasher),
            // The two zeros are equal.
            Expression::Float(value) => (value + 0.0).to_bits().hash(hasher),
            Expression::String(text)
            | Expression::Bytes(text)
            | Expression::Timestamp(text)
            | Expression::Version(text)
            | Expression::Other(text) => text.hash(hasher),
            Expression::Scalar(scalar) => scalar.number.hash(hasher),
            Expression::List(items) => items.iter().for_each(|item| item.hash_into(hasher)),
            Expression::Map(entries) => entries.named.iter().for_each(|entry| entry.value.hash_into(hasher)),
            Expression::Call(call) => {
                call.function.hash(hasher);
                call.arguments.iter().for_each(|argument| argument.hash_into(hasher));
            }
        }
    }

    /// Returns the number of parts, including itself.
    pub(super) fn weight(&self) -> usize {
        1 + match self {
            Expression::List(items) => items.iter().map(Expression::weight).sum(),
            Expression::Call(call) => call.arguments.iter().map(Expression::weight).sum(),
            Expression::Map(entries) => {
                let named: usize = entries.named.iter().map(|entry| entry.value.weight()).sum();
                named
                    + entries.computed.iter().map(|(key, value)| key.weight() + value.weight()).sum::<usize>()
            }
            _ => 0,
        }
    }

    /// Writes the keys of its JSON form.
    fn fields<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let mut single = |kind: &str, value: &str| {
            map.serialize_entry("type", kind)?;
            map.serialize_entry("value", value)
        };
        match self {
            Expression::Nil => map.serialize_entry("type", "nil"),
            Expression::Boolean(value) => {
                map.serialize_entry("type", "boolean")?;
                map.serialize_entry("value", value)
            }
            Expression::Integer(value) => {
                map.serialize_entry("type", "integer")?;
                map.serialize_entry("value", value)
            }
            Expression::Float(value) if value.is_finite() => {
                map.serialize_entry("type", "float")?;
                map.serialize_entry("value", value)
            }
            Expression::Float(value) => single("float", &crate::literals::float(*value)),
            Expression::String(text) => single("string", text),
            Expression::Bytes(text) => single("bytes", text),
            Expression::Timestamp(text) => single("timestamp", text),
            Expression::Version(text) => single("version", text),
            Expression::Other(text) => single("unknown", text),
            Expression::Scalar(scalar) => {
                single("scalar", &scalar.text())?;
                map.serialize_entry("number", &*scalar.number)?;
                map.serialize_entry("unit", &*scalar.unit)
            }
            Expression::List(items) => {
                map.serialize_entry("type", "list")?;
                map.serialize_entry("items", items)
            }
            Expression::Map(entries) => {
                map.serialize_entry("type", "map")?;
                map.serialize_entry("entries", &NamedEntries(&entries.named))?;
                if !entries.computed.is_empty() {
                    let computed: Vec<Computed<'_>> =
                        entries.computed.iter().map(|(key, value)| Computed { key, value }).collect();
                    map.serialize_entry("computed", &computed)?;
                }
                Ok(())
            }
            Expression::Call(call) => {
                map.serialize_entry("type", "call")?;
                map.serialize_entry("function", &*call.function)?;
                map.serialize_entry("arguments", &call.arguments)
            }
        }
    }
}

impl Serialize for Expression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.fields(&mut map)?;
        map.end()
    }
}

struct NamedEntries<'e>(&'e [Entry]);

impl Serialize for NamedEntries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for entry in self.0 {
            map.serialize_entry(&*entry.key, entry)?;
        }
        map.end()
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.value.fields(&mut map)?;
        if self.fixed {
            map.serialize_entry("fixed", &true)?;
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct Computed<'e> {
    key: &'e Expression,
    value: &'e Expression,
}

/// The value of a property, attribute or input of a template.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Assigned {
    /// The value.
    pub value: Expression,
    /// Whether a definition has a fixed value, so that no template can assign one.
    pub fixed: bool,
    /// Whether the definition has the value, so that a template does not need to repeat it.
    pub(super) implied: bool,
    /// Its origin.
    pub source: Origin,
}

impl Serialize for Assigned {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.value.fields(&mut map)?;
        if self.fixed {
            map.serialize_entry("fixed", &true)?;
        }
        if let Some(source) = &self.source {
            map.serialize_entry("source", source)?;
        }
        map.end()
    }
}

/// Values by name.
pub type Values = Named<Assigned>;
