//! Relationship definitions (TOSCA 2.0 §8.4) and relationship assignments (§8.5.1), the long forms of
//! the keyname `relationship`.

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, ValueNode, entity};

use super::{
    AttributeDefinition, InterfaceAssignment, InterfaceDefinition, PropertyEntry, Refined,
    RelationshipTypeName,
};

entity! {
    /// The relationships that a requirement of a node type creates.
    RelationshipDefinition "relationship definition" "8.4" {
        /// The relationship type.
        "type" relationship_type: Ref<RelationshipTypeName> [mandatory_unless_refined];
        /// What the relationship is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Refinements of properties of the type.
        "properties" properties: Refined<Map<PropertyEntry>>;
        /// Refinements of attributes of the type.
        "attributes" attributes: Refined<Map<Arc<AttributeDefinition>>>;
        /// Refinements of interfaces of the type.
        "interfaces" interfaces: Refined<Map<Arc<InterfaceDefinition>>>;
    }
    short("type");
}

entity! {
    /// The relationship that a requirement of a node template creates.
    RelationshipAssignment "relationship assignment" "8.5.1" {
        /// The relationship type.
        "type" relationship_type: Ref<RelationshipTypeName>;
        /// Values for properties of the type.
        "properties" properties: Map<ValueNode>;
        /// Initial values for attributes of the type.
        "attributes" attributes: Map<ValueNode>;
        /// Inputs and implementations for the interfaces of the type.
        "interfaces" interfaces: Map<InterfaceAssignment>;
        /// What the relationship is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
}
