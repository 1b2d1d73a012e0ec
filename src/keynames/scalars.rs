//! Shapes of single values.

use crate::diagnostics::rules;
use crate::literals::is_version;
use crate::yaml::{Kind, NodeId, Scalar, YamlNode};

use super::reader::describe;
use super::{Expected, Reader, Shape, ShapeNotation};

/// A string.
#[derive(Clone, Copy, Debug)]
pub struct TextNode(pub NodeId);

impl Shape for TextNode {
    const EXPECTED: Expected = Expected::Text;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if node.is_string() {
            return Some(Self(node.id()));
        }
        reader.wrong_shape(node, &Self::EXPECTED);
        None
    }
}

/// A value that may contain function calls; its shape depends on its type.
#[derive(Clone, Copy, Debug)]
pub struct ValueNode(pub NodeId);

impl Shape for ValueNode {
    const EXPECTED: Expected = Expected::Value;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        reader.values.push(node.id());
        reader.keys_in_call(node);
        Some(Self(node.id()))
    }
}

/// Any value; functions are not called in it.
#[derive(Clone, Copy, Debug)]
pub struct Anything(pub NodeId);

impl Shape for Anything {
    const EXPECTED: Expected = Expected::Any;

    fn read(node: YamlNode<'_>, _reader: &mut Reader<'_>) -> Option<Self> {
        Some(Self(node.id()))
    }
}

/// `true` or `false`.
#[derive(Clone, Copy, Debug)]
pub struct Bool {
    /// The scalar.
    pub node: NodeId,
    /// The value.
    pub value: bool,
}

impl Shape for Bool {
    const EXPECTED: Expected = Expected::Boolean;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(Scalar::Bool(value)) = node.scalar() else {
            reader.wrong_shape(node, &Self::EXPECTED);
            return None;
        };
        if node.text() != "true" && node.text() != "false" {
            let diagnostic = rules::capitalized_boolean::new(node.span(), node.text());
            reader.report(node, diagnostic);
        }
        Some(Self { node: node.id(), value })
    }
}

/// A TOSCA version (§9.1.2.3), as in the keyname `version` of types.
#[derive(Clone, Copy, Debug)]
pub struct VersionNode(pub NodeId);

impl Shape for VersionNode {
    const EXPECTED: Expected = Expected::Version;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        match node.scalar() {
            _ if reader.is_call(node) => {
                reader.call_not_allowed(node);
                return None;
            }
            Some(Scalar::Float(text)) if is_version(text) => {
                let diagnostic = rules::unquoted_version::new(node.span(), text);
                reader.report(node, diagnostic);
            }
            Some(Scalar::String(text)) if is_version(text) => {}
            Some(Scalar::String(text) | Scalar::Integer(text) | Scalar::Float(text)) => {
                let diagnostic = rules::invalid_version::new(node.span(), text);
                reader.report(node, diagnostic);
                return None;
            }
            _ => {
                reader.wrong_shape(node, &Expected::Special(ShapeNotation::Text, "a version string"));
                return None;
            }
        }
        Some(Self(node.id()))
    }
}

/// The map of `metadata`: any YAML values.
#[derive(Clone, Copy, Debug)]
pub struct Metadata(pub NodeId);

impl Shape for Metadata {
    const EXPECTED: Expected = Expected::Metadata;

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.must_be(node, Kind::Mapping, &Self::EXPECTED) {
            return None;
        }
        for (key, _) in node.entries() {
            if key.as_str().is_none() && !key.is_invalid() {
                let diagnostic = rules::non_string_metadata_key::new(key.span(), describe(key));
                reader.report(key, diagnostic);
            }
        }
        Some(Self(node.id()))
    }
}
