//! Shapes of single values.

use crate::diagnostics::codes;
use crate::literals::is_version;
use crate::yaml::{Kind, Node, NodeId, Scalar};

use super::reader::describe;
use super::{Expected, Reader, Shape};

/// A string.
#[derive(Clone, Copy, Debug)]
pub struct Text(pub NodeId);

impl Shape for Text {
    const EXPECTED: Expected = Expected::Text;

    fn read(node: Node<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.as_str().is_some() {
            return Some(Self(node.id()));
        }
        reader.wrong_shape(node, &Self::EXPECTED);
        None
    }
}

/// A value in which functions may be called; what it must be is known once its type is.
#[derive(Clone, Copy, Debug)]
pub struct Value(pub NodeId);

impl Shape for Value {
    const EXPECTED: Expected = Expected::Value;

    fn read(node: Node<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        reader.values.push(node.id());
        Some(Self(node.id()))
    }
}

/// Anything; functions mean nothing in it.
#[derive(Clone, Copy, Debug)]
pub struct Anything(pub NodeId);

impl Shape for Anything {
    const EXPECTED: Expected = Expected::Any;

    fn read(node: Node<'_>, _reader: &mut Reader<'_>) -> Option<Self> {
        Some(Self(node.id()))
    }
}

/// `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct Bool {
    /// Where it is written.
    pub node: NodeId,
    /// The value.
    pub value: bool,
}

impl Shape for Bool {
    const EXPECTED: Expected = Expected::Boolean;

    fn read(node: Node<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(Scalar::Bool(value)) = node.scalar() else {
            reader.wrong_shape(node, &Self::EXPECTED);
            return None;
        };
        if node.text() != "true" && node.text() != "false" {
            let found = codes::capitalized_boolean::new(node.span(), node.text());
            reader.report(node, found);
        }
        Some(Self { node: node.id(), value })
    }
}

/// A TOSCA version (§9.1.2.3), as the keyname `version` of types has it.
#[derive(Clone, Copy, Debug)]
pub struct Version(pub NodeId);

impl Shape for Version {
    const EXPECTED: Expected = Expected::Version;

    fn read(node: Node<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        match node.scalar() {
            Some(Scalar::Float(text)) if is_version(text) => {
                let found = codes::unquoted_version::new(node.span(), text);
                reader.report(node, found);
            }
            Some(Scalar::String(text)) if is_version(text) => {}
            Some(Scalar::String(text) | Scalar::Integer(text) | Scalar::Float(text)) => {
                let found = codes::invalid_version::new(node.span(), text);
                reader.report(node, found);
                return None;
            }
            _ => {
                reader.wrong_shape_as(node, "a version string");
                return None;
            }
        }
        Some(Self(node.id()))
    }
}

/// The map below `metadata`: any YAML values.
#[derive(Clone, Copy, Debug)]
pub struct Metadata(pub NodeId);

impl Shape for Metadata {
    const EXPECTED: Expected = Expected::Metadata;

    fn read(node: Node<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Mapping, &Self::EXPECTED) {
            return None;
        }
        for (key, _) in node.entries() {
            if key.as_str().is_none() && !key.is_invalid() {
                let found = codes::non_string_metadata_key::new(key.span(), describe(key));
                reader.report(key, found);
            }
        }
        Some(Self(node.id()))
    }
}
