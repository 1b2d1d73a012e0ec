//! Notification definitions (TOSCA 2.0 §11.6) and notification assignments (§11.7).

use crate::keynames::{Map, Metadata, Reader, TextNode, ValueNode, entity};
use crate::yaml::YamlNode;

use super::operation::no_implementation;
use super::{AttributeMapping, ImplementationDefinition, Incoming, Outgoing};

entity! {
    /// An external event that a node or relationship reports.
    NotificationDefinition "notification definition" "11.6" {
        /// What the notification reports.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What listens for it.
        "implementation" implementation: ImplementationDefinition;
        /// The inputs of the listener.
        "inputs" inputs: Map<Outgoing>;
        /// The outputs of the notification.
        "outputs" outputs: Map<Incoming>;
    }
    short("implementation");
    null_body;
    => check
}

entity! {
    /// Inputs and implementation for a notification of a template.
    NotificationAssignment "notification assignment" "11.7" {
        /// What listens for it.
        "implementation" implementation: ImplementationDefinition;
        /// Values for its inputs.
        "inputs" inputs: Map<ValueNode>;
        /// The attributes that its outputs are stored in.
        "outputs" outputs: Map<AttributeMapping>;
        /// A description for readers.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
    }
    short("implementation");
    null_body;
}

fn check(_notification: &NotificationDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    no_implementation(node, reader);
}
