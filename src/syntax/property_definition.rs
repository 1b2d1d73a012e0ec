//! Property definitions (TOSCA 2.0 §9.4).

use std::sync::Arc;

use crate::diagnostics::Diagnostic;
use crate::keynames::{
    Bool, Entity as _, Expected, Metadata, Reader, Ref, Shape, TextNode, ValueNode, entity, read_entity,
};
use crate::yaml::{Kind, NodeId, YamlNode};

use super::{Clause, DataTypeName, SchemaDefinition};

entity! {
    /// A property of a type.
    PropertyDefinition "property definition" "9.4" {
        /// The data type.
        "type" data_type: Ref<DataTypeName> [mandatory_unless_refined];
        /// What the property is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Whether a value is required; `true` by default.
        "required" required: Bool;
        /// The value if none is assigned.
        "default" default: ValueNode;
        /// The fixed value.
        "value" value: ValueNode;
        /// The validation clause that every value must satisfy.
        "validation" validation: Clause [accumulates, formerly(&["constraints"])];
        /// The schema of the keys of a map.
        "key_schema" key_schema: Box<SchemaDefinition>;
        /// The schema of the entries of a list or map.
        "entry_schema" entry_schema: Box<SchemaDefinition>;
        /// How mature the property is.
        "status" status: TextNode [non_standard("move it to `metadata`; TOSCA 2.0 has no `status`")];
    }
    string_intended_for("type");
    retired(&[
        ("derived_from", "use `type`; only types have `derived_from`"),
        ("mapping", "remove this line; only parameters have a `mapping`"),
    ]);
}

/// A property of a type: a definition or, if it may refine an inherited property, a fixed value.
#[derive(Debug)]
pub enum PropertyEntry {
    /// A definition, either new or a refinement.
    Definition(Arc<PropertyDefinition>),
    /// The short form of a refinement: a fixed value.
    Value(ValueNode),
    /// A map that is a definition or a value, depending on the inherited type.
    Unclear(Box<Unclear>),
}

/// A map that is either an invalid definition or a value.
#[derive(Debug)]
pub struct Unclear {
    /// The map.
    pub node: NodeId,
    /// The definition that it may be.
    pub definition: Option<Arc<PropertyDefinition>>,
    /// The diagnostics about the definition, in the file as it was when it was read.
    pub diagnostics: Vec<Diagnostic>,
}

impl Shape for PropertyEntry {
    const EXPECTED: Expected = Expected::Entity(PropertyDefinition::meta);

    /// A refinement may be the fixed value.
    fn may_be_value(reader: &Reader<'_>) -> bool {
        reader.context.refining
    }

    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Option<Self> {
        if !reader.context.refining {
            return read_entity(node, reader).map(Arc::new).map(Self::Definition);
        }
        if node.is_invalid() {
            return None;
        }
        let meta = PropertyDefinition::meta();
        if reader.is_unread_value(node) || reader.report_list_of_keynames(node, meta, true) {
            return None;
        }
        if node.kind() != Kind::Mapping || reader.is_call(node) {
            return ValueNode::read(node, reader).map(Self::Value);
        }
        let is_keyname = |key: YamlNode<'_>| key.as_str().is_some_and(|name| meta.keyname(name).is_some());
        let keynames = node.entries().filter(|(key, _)| is_keyname(*key)).count();
        if keynames > 0 && keynames == node.entries().count() {
            return read_entity(node, reader).map(Arc::new).map(Self::Definition);
        }
        Some(Self::Unclear(Box::new(Unclear::read(node, reader))))
    }
}

impl Unclear {
    /// Reads a map as both: references and diagnostics of the definition count only if it is one.
    fn read(node: YamlNode<'_>, reader: &mut Reader<'_>) -> Self {
        let (diagnostic, references, values) =
            (reader.diagnostics.len(), reader.references.len(), reader.values.len());
        let unknown_keys = reader.unknown_keys.len();
        let definition = read_entity(node, reader).map(Arc::new);
        let diagnostics = reader.diagnostics.split_off(diagnostic);
        for reference in &mut reader.references[references..] {
            reference.lenient = true;
        }
        let is_keyname = |key: YamlNode<'_>| PropertyDefinition::meta().keyname_at(key).is_some();
        if !node.entries().any(|(key, _)| is_keyname(key)) {
            reader.unknown_keys.truncate(unknown_keys);
        }
        reader.values.truncate(values);
        reader.values.push(node.id());
        Self { node: node.id(), definition, diagnostics }
    }
}
