//! Plain data without function calls: `metadata` (TOSCA 2.0 §5.3.1).

use serde::ser::{Serialize, Serializer};

use crate::yaml::{Kind, Scalar, YamlNode};

use super::named::{NamedParts, NormalText};

/// Any YAML value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Data {
    /// `null`
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number as written.
    Number(NormalText),
    /// A string.
    String(NormalText),
    /// A list.
    List(Vec<Data>),
    /// A map.
    Map(Box<NormalMetadata>),
}

/// A map of data.
pub type NormalMetadata = NamedParts<Data>;

impl Data {
    /// Returns the data at `node`.
    pub(super) fn from_node(node: YamlNode<'_>) -> Self {
        match node.kind() {
            Kind::Invalid => Data::Null,
            Kind::Sequence => Data::List(node.items().map(Data::from_node).collect()),
            Kind::Mapping => Data::Map(Box::new(map(node))),
            Kind::Scalar => match node.scalar() {
                Some(Scalar::Bool(value)) => Data::Boolean(value),
                Some(Scalar::Integer(text) | Scalar::Float(text)) => Data::Number(text.into()),
                Some(Scalar::String(text)) => Data::String(text.into()),
                Some(Scalar::Null) | None => Data::Null,
            },
        }
    }
}

/// Returns the map at `node`.
pub(super) fn map(node: YamlNode<'_>) -> NormalMetadata {
    let mut map = NormalMetadata::default();
    for (name, value) in node.entries() {
        let name = if name.kind() == Kind::Scalar { name.text() } else { name.written() };
        map.push(name, Data::from_node(value));
    }
    map
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Data::Null => serializer.serialize_unit(),
            Data::Boolean(value) => serializer.serialize_bool(*value),
            Data::Number(text) => match (text.parse::<i64>(), text.parse::<f64>()) {
                (Ok(number), _) => serializer.serialize_i64(number),
                (_, Ok(number)) if number.is_finite() && text.contains(['.', 'e', 'E']) => {
                    serializer.serialize_f64(number)
                }
                _ => serializer.serialize_str(text),
            },
            Data::String(text) => serializer.serialize_str(text),
            Data::List(items) => serializer.collect_seq(items),
            Data::Map(map) => map.serialize(serializer),
        }
    }
}
