//! Interface assignments (TOSCA 2.0 §11.3).

use crate::keynames::{Map, Metadata, TextNode, ValueNode, entity};

use super::{NotificationAssignment, OperationAssignment};

entity! {
    /// Inputs and implementations for an interface of a template.
    InterfaceAssignment "interface assignment" "11.3" {
        /// Values for inputs of all operations and notifications.
        "inputs" inputs: Map<ValueNode>;
        /// Inputs and implementations for operations.
        "operations" operations: Map<OperationAssignment>;
        /// Inputs and implementations for notifications.
        "notifications" notifications: Map<NotificationAssignment>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    null_body;
    unknown_keys("operations", super::interface_definition::OPERATIONS);
}
