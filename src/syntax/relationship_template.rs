//! Relationship templates (TOSCA 2.0 §7.4).

use crate::keynames::{Map, Metadata, Reader, Ref, TextNode, ValueNode, entity};
use crate::yaml::YamlNode;

use super::{InterfaceAssignment, RelationshipTemplateName, RelationshipTypeName};

entity! {
    /// A relationship that requirements can refer to.
    RelationshipTemplate "relationship template" "7.4" {
        /// The relationship type.
        "type" relationship_type: Ref<RelationshipTypeName> [conditional];
        /// What the relationship is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Values for properties of the type.
        "properties" properties: Map<ValueNode>;
        /// Initial values for attributes of the type.
        "attributes" attributes: Map<ValueNode>;
        /// Inputs and implementations for the interfaces of the type.
        "interfaces" interfaces: Map<InterfaceAssignment>;
        /// The relationship template whose keynames are used if this template does not have them.
        "copy" copy: Ref<RelationshipTemplateName>;
    }
    string_intended_for("type");
    => check
}

/// Checks that `type` is present unless the template copies another one.
fn check(template: &RelationshipTemplate, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    super::node_type_or_copy(node, "relationship template", template.copy.is_some(), reader);
}
