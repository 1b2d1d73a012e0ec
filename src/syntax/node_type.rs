//! The keyname table of node types (TOSCA 2.0 §7.1), from which the record `NodeType` and its reader are
//! made.

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Named, Ref, TextNode, VersionNode, entity};

use super::{
    ArtifactDefinition, AttributeDefinition, CapabilityDefinition, InterfaceDefinition, NodeTypeName,
    PropertyEntry, RequirementDefinition,
};

entity! {
    /// A kind of node.
    NodeType "node type" "7.1" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<NodeTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// Properties that can be set on a node.
        "properties" properties: Map<PropertyEntry>;
        /// Attributes of a node, observed at run time.
        "attributes" attributes: Map<Arc<AttributeDefinition>>;
        /// What a node offers to others.
        "capabilities" capabilities: Map<Arc<CapabilityDefinition>>;
        /// What a node needs from others, in order.
        "requirements" requirements: Named<Arc<RequirementDefinition>>;
        /// What can be done with a node.
        "interfaces" interfaces: Map<Arc<InterfaceDefinition>>;
        /// Files that belong to a node.
        "artifacts" artifacts: Map<Arc<ArtifactDefinition>>;
    }
    a_type;
    retired(&[
        ("valid_source_types", "in TOSCA 2.0, use `valid_source_node_types` of the capability"),
    ]);
}
