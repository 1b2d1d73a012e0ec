//! Capability types (TOSCA 2.0 §8.1).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, VersionNode, entity};

use super::references::TypeNames;
use super::{AttributeDefinition, CapabilityTypeName, NodeTypeName, PropertyEntry, RelationshipTypeName};

entity! {
    /// A kind of capability.
    CapabilityType "capability type" "8.1" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<CapabilityTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// Properties that can be set on a capability.
        "properties" properties: Map<PropertyEntry>;
        /// Attributes of a capability, observed at run time.
        "attributes" attributes: Map<Arc<AttributeDefinition>>;
        /// The types of nodes that may target it.
        "valid_source_node_types" valid_source_node_types: TypeNames<NodeTypeName> [formerly(&["valid_source_types"])];
        /// The types of relationships that may target it.
        "valid_relationship_types" valid_relationship_types: TypeNames<RelationshipTypeName>;
    }
    a_type;
}
