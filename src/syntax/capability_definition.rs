//! Capability definitions (TOSCA 2.0 §8.2).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, entity};

use super::references::TypeNames;
use super::{
    AttributeDefinition, CapabilityTypeName, NodeTypeName, PropertyEntry, Refined, RelationshipTypeName,
};

entity! {
    /// A capability of a node type.
    CapabilityDefinition "capability definition" "8.2" {
        /// The capability type.
        "type" capability_type: Ref<CapabilityTypeName> [mandatory_unless_refined];
        /// What the capability is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Refinements of properties of the type.
        "properties" properties: Refined<Map<PropertyEntry>>;
        /// Refinements of attributes of the type.
        "attributes" attributes: Refined<Map<Arc<AttributeDefinition>>>;
        /// The types of nodes that may target it, among those that the capability type allows.
        "valid_source_node_types" valid_source_node_types: TypeNames<NodeTypeName> [formerly(&["valid_source_types"])];
        /// The types of relationships that may target it, among those that the capability type allows.
        "valid_relationship_types" valid_relationship_types: TypeNames<RelationshipTypeName>;
    }
    short("type");
    retired(&[
        ("occurrences", "use `count_range` in the requirement, or a property of the capability that requirements reserve with `allocation`; TOSCA 2.0 has no such limit"),
    ]);
}
