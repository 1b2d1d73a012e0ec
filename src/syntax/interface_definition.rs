//! Interface definitions (TOSCA 2.0 §11.2).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, entity};

use super::{InterfaceTypeName, NotificationDefinition, OperationDefinition, Outgoing};

/// The help for unknown keys, because in TOSCA 1.x operations are written directly below an interface.
pub(super) const OPERATIONS: &str =
    "in TOSCA 2.0, put operations under `operations:` and notifications under `notifications:`";

entity! {
    /// An interface of a node type or relationship type.
    InterfaceDefinition "interface definition" "11.2" {
        /// The interface type.
        "type" interface_type: Ref<InterfaceTypeName> [mandatory_unless_refined];
        /// What the interface is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Inputs of all operations and notifications.
        "inputs" inputs: Map<Outgoing>;
        /// Refinements of operations of the type.
        "operations" operations: Map<Arc<OperationDefinition>>;
        /// Refinements of notifications of the type.
        "notifications" notifications: Map<Arc<NotificationDefinition>>;
    }
    string_intended_for("type");
    unknown_keys("operations", OPERATIONS);
}
