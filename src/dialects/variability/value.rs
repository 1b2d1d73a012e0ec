//! Values of inputs and expressions. They are typed, and never converted.

use std::sync::Arc;

use crate::yaml::{Scalar, YamlNode};

use super::number::Number;
use super::operators::OperandType;

/// A value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum VariabilityValue {
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Arc<str>),
    /// A list.
    List(Arc<[VariabilityValue]>),
    /// A map: pairs of names and values, sorted by name.
    Map(Arc<[(Arc<str>, VariabilityValue)]>),
    /// The word for a missing bound of a range.
    Unbounded,
}

impl VariabilityValue {
    /// Returns the value of `node` as data, or `None` if there is no value, or an invalid one.
    #[must_use]
    pub fn read(node: YamlNode<'_>) -> Option<Self> {
        if node.is_sequence() {
            return node
                .items()
                .map(Self::read)
                .collect::<Option<Vec<_>>>()
                .map(|list| Self::List(list.into()));
        }
        if node.is_mapping() {
            let entry = |(key, value): (YamlNode<'_>, YamlNode<'_>)| {
                Some((Arc::from(key.text()), Self::read(value)?))
            };
            let mut entries: Vec<(Arc<str>, Self)> = node.entries().map(entry).collect::<Option<_>>()?;
            entries.sort_by(|(first, _), (second, _)| first.cmp(second));
            return Some(Self::Map(entries.into()));
        }
        Some(match node.scalar()? {
            Scalar::Null => return None,
            Scalar::Bool(value) => Self::Boolean(value),
            Scalar::Integer(text) | Scalar::Float(text) => Self::Number(Number::read(text)?),
            Scalar::String(text) => Self::Text(text.into()),
        })
    }

    /// Returns the type.
    #[must_use]
    pub fn value_type(&self) -> OperandType {
        match self {
            Self::Boolean(_) => OperandType::Boolean,
            Self::Number(_) | Self::Unbounded => OperandType::Number,
            Self::Text(_) => OperandType::Text,
            Self::List(_) => OperandType::List,
            Self::Map(_) => OperandType::Map,
        }
    }

    /// Whether the value is `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Boolean(true))
    }

    /// Returns the number of characters or entries, or `None` if the value has no length.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::List(list) => Some(list.len()),
            Self::Map(map) => Some(map.len()),
            _ => None,
        }
    }

    /// Formats the value as YAML on a single line.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        match self {
            Self::Boolean(value) => value.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => crate::yaml::plain(text),
            Self::List(list) => {
                let items: Vec<String> = list.iter().map(Self::to_yaml).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Map(map) => {
                let entry = |(name, value): &(Arc<str>, VariabilityValue)| {
                    format!("{}: {}", crate::yaml::plain(name), value.to_yaml())
                };
                let entries: Vec<String> = map.iter().map(entry).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Self::Unbounded => "UNBOUNDED".to_owned(),
        }
    }

    /// Formats the value as an operand of `concat` and `join`, or returns `None` for lists and maps.
    #[must_use]
    pub fn as_part(&self) -> Option<String> {
        match self {
            Self::Boolean(value) => Some(value.to_string()),
            Self::Number(number) => Some(number.to_string()),
            Self::Text(text) => Some(text.to_string()),
            _ => None,
        }
    }
}
