//! Interface definitions (TOSCA 2.0 §11.2).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, Text, entity};

use super::{InterfaceTypeName, NotificationDefinition, OperationDefinition, Outgoing};

/// What to do about keys that are no keynames: in TOSCA 1.x operations stand directly below an interface.
pub(super) const OPERATIONS: &str =
    "in TOSCA 2.0 operations stand below `operations:`, notifications below `notifications:`";

entity! {
    /// An interface of a node type or relationship type.
    InterfaceDefinition "interface definition" "11.2" {
        /// The interface type.
        "type" interface_type: Ref<InterfaceTypeName> [mandatory_unless_refined];
        /// What the interface is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// Inputs of all operations and notifications.
        "inputs" inputs: Map<Outgoing>;
        /// Refinements of operations of the type.
        "operations" operations: Map<Arc<OperationDefinition>>;
        /// Refinements of notifications of the type.
        "notifications" notifications: Map<Arc<NotificationDefinition>>;
    }
    string_meant("type");
    strangers(OPERATIONS);
}
