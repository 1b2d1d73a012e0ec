//! Notification definitions (TOSCA 2.0 §11.6) and notification assignments (§11.7).

use crate::keynames::{Map, Metadata, Reader, Text, Value, entity};
use crate::yaml::Node;

use super::operation::no_implementation;
use super::{AttributeMapping, ImplementationDefinition, Incoming, Outgoing};

entity! {
    /// Something that a node or relationship tells from outside.
    NotificationDefinition "notification definition" "11.6" {
        /// What the notification tells.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// What listens to it.
        "implementation" implementation: ImplementationDefinition;
        /// What the listener is given.
        "inputs" inputs: Map<Outgoing>;
        /// What it tells.
        "outputs" outputs: Map<Incoming>;
    }
    short("implementation");
    null_body;
    => check
}

entity! {
    /// Inputs and implementation for a notification of a template.
    NotificationAssignment "notification assignment" "11.7" {
        /// What listens to it.
        "implementation" implementation: ImplementationDefinition;
        /// Values for its inputs.
        "inputs" inputs: Map<Value>;
        /// The attributes that its outputs are stored in.
        "outputs" outputs: Map<AttributeMapping>;
        /// What this is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
    }
    short("implementation");
    null_body;
}

fn check(_notification: &NotificationDefinition, node: Node<'_>, reader: &mut Reader<'_>) {
    no_implementation(node, reader);
}
