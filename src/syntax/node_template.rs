//! Node templates (TOSCA 2.0 §7.2).

use crate::keynames::{Keywords, Map, Metadata, Named, Ref, TextNode, ValueNode, entity};

use super::{
    ArtifactDefinition, CapabilityAssignment, Clause, Count, InterfaceAssignment, NodeDirectives,
    NodeTemplateName, NodeTypeName, RequirementAssignmentShape,
};

entity! {
    /// A node of a service, or several identical nodes.
    NodeTemplate "node template" "7.2" {
        /// The node type.
        "type" node_type: Ref<NodeTypeName> [conditional];
        /// What the node is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Where the node comes from: created, selected or substituted, in order of preference.
        "directives" directives: Keywords<NodeDirectives> [formerly(&["directive"])];
        /// Values for properties of the type.
        "properties" properties: Map<ValueNode>;
        /// Initial values for attributes of the type.
        "attributes" attributes: Map<ValueNode>;
        /// How the requirements of the type are fulfilled, in order; names may repeat.
        "requirements" requirements: Named<RequirementAssignmentShape>;
        /// Values for the capabilities of the type.
        "capabilities" capabilities: Map<CapabilityAssignment>;
        /// Inputs and implementations for the interfaces of the type.
        "interfaces" interfaces: Map<InterfaceAssignment>;
        /// Files that belong to the node; they add to those of the type, or replace them.
        "artifacts" artifacts: Map<ArtifactDefinition>;
        /// The number of nodes; 1 by default.
        "count" count: Count;
        /// The condition that a selected node must satisfy.
        "node_filter" node_filter: Clause;
        /// The node template whose keynames are used if this template does not have them.
        "copy" copy: Ref<NodeTemplateName>;
    }
    string_intended_for("type");
    retired(&[
        ("occurrences", "in TOSCA 2.0, use `count` for the number of nodes"),
        ("instances", "in TOSCA 2.0, use `count` for the number of nodes"),
    ]);
    => check
}

/// Checks that `type` is present unless the template copies another one.
fn check(template: &NodeTemplate, node: crate::yaml::YamlNode<'_>, reader: &mut crate::keynames::Reader<'_>) {
    super::node_type_or_copy(node, "node template", template.copy.is_some(), reader);
}
