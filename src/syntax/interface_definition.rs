//! Interface definitions (TOSCA 2.0 §11.2).

use crate::grammar::{Map, Metadata, Ref, Text, entity};

use super::{InterfaceTypeName, NotificationDefinition, OperationDefinition, Outgoing};

/// Operations that authors of 1.x write directly below an interface.
pub(super) const LIFECYCLE: &[(&str, &str)] = &[
    ("create", MOVE),
    ("configure", MOVE),
    ("start", MOVE),
    ("stop", MOVE),
    ("delete", MOVE),
    ("pre_configure_source", MOVE),
    ("pre_configure_target", MOVE),
    ("post_configure_source", MOVE),
    ("post_configure_target", MOVE),
    ("add_target", MOVE),
    ("add_source", MOVE),
    ("target_changed", MOVE),
    ("remove_target", MOVE),
];
const MOVE: &str = "in TOSCA 2.0 operations stand below `operations:`";

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
        "operations" operations: Map<OperationDefinition>;
        /// Refinements of notifications of the type.
        "notifications" notifications: Map<NotificationDefinition>;
    }
    retired(LIFECYCLE);
}
