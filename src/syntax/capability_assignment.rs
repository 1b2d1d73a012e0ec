//! Capability assignments (TOSCA 2.0 §8.3).

use crate::keynames::{Keywords, Map, Metadata, TextNode, ValueNode, entity};

use super::MappingDirectives;

entity! {
    /// Values for a capability of a node template.
    CapabilityAssignment "capability assignment" "8.3" {
        /// Values for properties of the capability.
        "properties" properties: Map<ValueNode>;
        /// Initial values for attributes of the capability.
        "attributes" attributes: Map<ValueNode>;
        /// Whether relationships may come from inside or outside of a substituting service.
        "directives" directives: Keywords<MappingDirectives>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    null_body;
    retired(&[
        ("type", "remove this line; the node type defines the type of the capability"),
        ("occurrences", "remove this line; TOSCA 2.0 has no such limit"),
    ]);
}
