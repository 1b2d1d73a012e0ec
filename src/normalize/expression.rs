//! Values and function calls as typed trees (TOSCA 2.0 §9, §10).

use std::hash::{Hash, Hasher};

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::literals::BuiltIn;

use super::named::{NamedParts, NormalText};
use super::paths::ResolvedPath;
use super::source::Origin;

/// A value, or a call that computes one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NormalExpression {
    /// No value: an attribute that has none before the service runs.
    Unset,
    /// §9.1.1.6
    Nil,
    /// §9.1.1.4
    Boolean(bool),
    /// §9.1.1.2
    Integer(i64),
    /// §9.1.1.3
    Float(f64),
    /// §9.1.1.1
    String(NormalText),
    /// §9.1.1.5, in Base64.
    Bytes(NormalText),
    /// §9.1.2.1
    Timestamp(NormalText),
    /// §9.1.2.3
    Version(NormalText),
    /// §9.1.2.2
    Scalar(Box<NormalScalar>),
    /// A literal without a type, as written.
    Other(NormalText),
    /// §9.1.3.1
    List(Vec<NormalExpression>),
    /// §9.1.3.2, and values of complex types.
    Map(Box<NormalEntries>),
    /// §10.1
    Call(Box<Call>),
}

/// A number with a unit: the canonical one of the type, unless the number is not representable in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NormalScalar {
    /// The number.
    pub number: NormalText,
    /// The unit.
    pub unit: NormalText,
}

/// The entries of a map.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct NormalEntries {
    /// Entries with known keys, in order.
    pub named: Vec<NormalEntry>,
    /// Entries with computed keys.
    pub computed: Vec<(NormalExpression, NormalExpression)>,
}

/// An entry of a map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NormalEntry {
    /// The key.
    pub key: NormalText,
    /// The value.
    pub value: NormalExpression,
    /// Whether the data type defines a fixed value.
    pub fixed: bool,
}

/// A call of a function.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Call {
    /// The function, without the dollar sign.
    pub function: NormalText,
    /// Its arguments.
    pub arguments: Vec<NormalExpression>,
    /// What its path refers to, if that is known before the service runs.
    pub resolved: Option<Box<ResolvedPath>>,
    /// The type of its result, if it is known.
    pub result_type: Option<NormalText>,
}

impl Call {
    /// Returns a call about whose path nothing is known.
    pub(super) fn new(function: NormalText, arguments: Vec<NormalExpression>) -> Self {
        Self { function, arguments, resolved: None, result_type: None }
    }
}

impl NormalScalar {
    /// Returns the literal.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{} {}", self.number, self.unit)
    }
}

impl NormalExpression {
    /// Returns the built-in type of a literal.
    pub(super) fn kind(&self) -> Option<BuiltIn> {
        match self {
            NormalExpression::Unset | NormalExpression::Other(_) | NormalExpression::Call(_) => None,
            NormalExpression::Nil => Some(BuiltIn::Nil),
            NormalExpression::Boolean(_) => Some(BuiltIn::Boolean),
            NormalExpression::Integer(_) => Some(BuiltIn::Integer),
            NormalExpression::Float(_) => Some(BuiltIn::Float),
            NormalExpression::String(_) => Some(BuiltIn::String),
            NormalExpression::Bytes(_) => Some(BuiltIn::Bytes),
            NormalExpression::Timestamp(_) => Some(BuiltIn::Timestamp),
            NormalExpression::Version(_) => Some(BuiltIn::Version),
            NormalExpression::Scalar(_) => Some(BuiltIn::Scalar),
            NormalExpression::List(_) => Some(BuiltIn::List),
            NormalExpression::Map(_) => Some(BuiltIn::Map),
        }
    }

    /// Whether it contains no call and no computed key.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        match self {
            NormalExpression::Call(_) => false,
            NormalExpression::List(items) => items.iter().all(NormalExpression::is_constant),
            NormalExpression::Map(entries) => {
                entries.computed.is_empty() && entries.named.iter().all(|entry| entry.value.is_constant())
            }
            _ => true,
        }
    }

    /// Hashes the value; equal values have equal hashes.
    pub(super) fn hash_into<H: Hasher>(&self, hasher: &mut H) {
        std::mem::discriminant(self).hash(hasher);
        match self {
            NormalExpression::Unset | NormalExpression::Nil => {}
            NormalExpression::Boolean(value) => value.hash(hasher),
            NormalExpression::Integer(value) => value.hash(hasher),
            // The two zeros are equal.
            NormalExpression::Float(value) => (value + 0.0).to_bits().hash(hasher),
            NormalExpression::String(text)
            | NormalExpression::Bytes(text)
            | NormalExpression::Timestamp(text)
            | NormalExpression::Version(text)
            | NormalExpression::Other(text) => text.hash(hasher),
            NormalExpression::Scalar(scalar) => scalar.number.hash(hasher),
            NormalExpression::List(items) => items.iter().for_each(|item| item.hash_into(hasher)),
            NormalExpression::Map(entries) => {
                entries.named.iter().for_each(|entry| entry.value.hash_into(hasher));
            }
            NormalExpression::Call(call) => {
                call.function.hash(hasher);
                call.arguments.iter().for_each(|argument| argument.hash_into(hasher));
            }
        }
    }

    /// Returns the number of parts, including itself.
    pub(super) fn weight(&self) -> usize {
        1 + match self {
            NormalExpression::List(items) => items.iter().map(NormalExpression::weight).sum(),
            NormalExpression::Call(call) => call.arguments.iter().map(NormalExpression::weight).sum(),
            NormalExpression::Map(entries) => {
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
            NormalExpression::Unset => map.serialize_entry("type", "unset"),
            NormalExpression::Nil => map.serialize_entry("type", "nil"),
            NormalExpression::Boolean(value) => {
                map.serialize_entry("type", "boolean")?;
                map.serialize_entry("value", value)
            }
            NormalExpression::Integer(value) => {
                map.serialize_entry("type", "integer")?;
                map.serialize_entry("value", value)
            }
            NormalExpression::Float(value) if value.is_finite() => {
                map.serialize_entry("type", "float")?;
                map.serialize_entry("value", value)
            }
            NormalExpression::Float(value) => single("float", &crate::literals::float(*value)),
            NormalExpression::String(text) => single("string", text),
            NormalExpression::Bytes(text) => single("bytes", text),
            NormalExpression::Timestamp(text) => single("timestamp", text),
            NormalExpression::Version(text) => single("version", text),
            NormalExpression::Other(text) => single("unknown", text),
            NormalExpression::Scalar(scalar) => {
                single("scalar", &scalar.text())?;
                map.serialize_entry("number", &*scalar.number)?;
                map.serialize_entry("unit", &*scalar.unit)
            }
            NormalExpression::List(items) => {
                map.serialize_entry("type", "list")?;
                map.serialize_entry("items", items)
            }
            NormalExpression::Map(entries) => {
                map.serialize_entry("type", "map")?;
                map.serialize_entry("entries", &NamedEntries(&entries.named))?;
                if !entries.computed.is_empty() {
                    let computed: Vec<Computed<'_>> =
                        entries.computed.iter().map(|(key, value)| Computed { key, value }).collect();
                    map.serialize_entry("computed", &computed)?;
                }
                Ok(())
            }
            NormalExpression::Call(call) => {
                map.serialize_entry("type", "call")?;
                map.serialize_entry("function", &*call.function)?;
                map.serialize_entry("arguments", &call.arguments)?;
                if let Some(resolved) = &call.resolved {
                    map.serialize_entry("resolved", resolved)?;
                }
                if let Some(result) = call.result_type.as_deref().filter(|result| !result.is_empty()) {
                    map.serialize_entry("result_type", result)?;
                }
                Ok(())
            }
        }
    }
}

impl Serialize for NormalExpression {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.fields(&mut map)?;
        map.end()
    }
}

struct NamedEntries<'e>(&'e [NormalEntry]);

impl Serialize for NamedEntries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for entry in self.0 {
            map.serialize_entry(&*entry.key, entry)?;
        }
        map.end()
    }
}

impl Serialize for NormalEntry {
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
    key: &'e NormalExpression,
    value: &'e NormalExpression,
}

/// The value of a property, attribute or input of a template.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Assigned {
    /// The value.
    pub value: NormalExpression,
    /// The declared data type, unless it is the built-in type of the value.
    pub declared_type: Option<NormalText>,
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
        if let Some(declared) = &self.declared_type {
            map.serialize_entry("declared_type", declared)?;
        }
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
pub type Values = NamedParts<Assigned>;

impl Values {
    /// Whether all values are known.
    #[must_use]
    pub fn are_constant(&self) -> bool {
        self.iter().all(|(_, assigned)| assigned.value.is_constant())
    }
}
