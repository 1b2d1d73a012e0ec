//! Relationship types (TOSCA 2.0 §7.3).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, VersionNode, entity};

use super::references::TypeNames;
use super::{
    AttributeDefinition, CapabilityTypeName, InterfaceDefinition, NodeTypeName, PropertyEntry,
    RelationshipTypeName,
};

entity! {
    /// A kind of relationship between two nodes.
    RelationshipType "relationship type" "7.3" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<RelationshipTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// Properties that can be set on a relationship.
        "properties" properties: Map<PropertyEntry>;
        /// Attributes of a relationship, observed at run time.
        "attributes" attributes: Map<Arc<AttributeDefinition>>;
        /// What can be done with a relationship.
        "interfaces" interfaces: Map<Arc<InterfaceDefinition>>;
        /// The types of capabilities that it may target.
        "valid_capability_types" valid_capability_types: TypeNames<CapabilityTypeName> [formerly(&["valid_target_types"])];
        /// The types of nodes that it may target.
        "valid_target_node_types" valid_target_node_types: TypeNames<NodeTypeName>;
        /// The types of nodes that may be its source.
        "valid_source_node_types" valid_source_node_types: TypeNames<NodeTypeName> [formerly(&["valid_source_types"])];
    }
    a_type;
}
