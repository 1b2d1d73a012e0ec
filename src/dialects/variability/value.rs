//! Values of inputs and expressions. They are typed, and never changed into each other.

use std::sync::Arc;

use crate::yaml::{Node, Scalar};

use super::number::Number;
use super::operators::Type;

/// A value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A text.
    Text(Arc<str>),
    /// A list.
    List(Arc<[Value]>),
    /// A map: names and values, sorted by name.
    Map(Arc<[(Arc<str>, Value)]>),
    /// The word that leaves a side of a range open.
    Unbounded,
}

impl Value {
    /// The value that `node` is as data; none where there is none, or it cannot be read.
    #[must_use]
    pub fn read(node: Node<'_>) -> Option<Self> {
        if node.is_sequence() {
            return node
                .items()
                .map(Self::read)
                .collect::<Option<Vec<_>>>()
                .map(|list| Self::List(list.into()));
        }
        if node.is_mapping() {
            let entry =
                |(key, value): (Node<'_>, Node<'_>)| Some((Arc::from(key.text()), Self::read(value)?));
            let mut entries: Vec<(Arc<str>, Self)> = node.entries().map(entry).collect::<Option<_>>()?;
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
            return Some(Self::Map(entries.into()));
        }
        Some(match node.scalar()? {
            Scalar::Null => return None,
            Scalar::Bool(value) => Self::Boolean(value),
            Scalar::Integer(text) | Scalar::Float(text) => Self::Number(Number::read(text)?),
            Scalar::String(text) => Self::Text(text.into()),
        })
    }

    /// The type.
    #[must_use]
    pub fn value_type(&self) -> Type {
        match self {
            Self::Boolean(_) => Type::Boolean,
            Self::Number(_) | Self::Unbounded => Type::Number,
            Self::Text(_) => Type::Text,
            Self::List(_) => Type::List,
            Self::Map(_) => Type::Map,
        }
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Boolean(true))
    }

    /// The number of characters or entries; none for values that have no length.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::Text(text) => Some(text.chars().count()),
            Self::List(list) => Some(list.len()),
            Self::Map(map) => Some(map.len()),
            _ => None,
        }
    }

    /// As it is written in YAML, on one line.
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
                let entry = |(name, value): &(Arc<str>, Value)| {
                    format!("{}: {}", crate::yaml::plain(name), value.to_yaml())
                };
                let entries: Vec<String> = map.iter().map(entry).collect();
                format!("{{ {} }}", entries.join(", "))
            }
            Self::Unbounded => "UNBOUNDED".to_owned(),
        }
    }

    /// As `concat` and `join` put it into a text; none for lists and maps.
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
