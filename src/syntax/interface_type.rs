//! Interface types (TOSCA 2.0 §11.1).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, VersionNode, entity};

use super::{Declared, InterfaceTypeName, NotificationDefinition, OperationDefinition, Outgoing};

entity! {
    /// A kind of interface: operations to call and notifications to receive.
    InterfaceType "interface type" "11.1" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<InterfaceTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// Inputs of all operations and notifications.
        "inputs" inputs: Map<Outgoing>;
        /// The operations that can be called.
        "operations" operations: Declared<Map<Arc<OperationDefinition>>>;
        /// The notifications that can be received.
        "notifications" notifications: Declared<Map<Arc<NotificationDefinition>>>;
    }
    a_type;
    unknown_keys("operations", super::interface_definition::OPERATIONS);
}
