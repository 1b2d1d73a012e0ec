//! Operation definitions (TOSCA 2.0 §11.4) and operation assignments (§11.5).

use crate::diagnostics::rules;
use crate::keynames::{Map, Metadata, Reader, TextNode, ValueNode, entity};
use crate::yaml::{Kind, YamlNode};

use super::{AttributeMapping, ImplementationDefinition, Incoming, Outgoing};

entity! {
    /// Something that can be called on a node or relationship.
    OperationDefinition "operation definition" "11.4" {
        /// What the operation does.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What implements it.
        "implementation" implementation: ImplementationDefinition;
        /// The inputs of the operation.
        "inputs" inputs: Map<Outgoing>;
        /// The outputs of the operation.
        "outputs" outputs: Map<Incoming>;
    }
    short("implementation");
    null_body;
    => check
}

entity! {
    /// Inputs and implementation for an operation of a template.
    OperationAssignment "operation assignment" "11.5" {
        /// What implements it.
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

fn check(_operation: &OperationDefinition, node: YamlNode<'_>, reader: &mut Reader<'_>) {
    no_implementation(node, reader);
}

/// Reports an implementation inside an interface type (11.1-03, 11.1-04).
pub(super) fn no_implementation(node: YamlNode<'_>, reader: &mut Reader<'_>) {
    if !reader.context.interface_type {
        return;
    }
    let implementation = match node.kind() {
        Kind::Scalar if node.is_string() => Some(node),
        _ => node.get("implementation"),
    };
    if let Some(node) = implementation {
        let diagnostic = rules::implementation_in_interface_type::new(node.span(), "an implementation");
        reader.report(node, diagnostic);
    }
    if node.is_string() {
        // The word may be meant as a definition.
        reader.is_unread(node);
    }
}
