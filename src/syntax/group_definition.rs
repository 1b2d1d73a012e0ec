//! Group definitions (TOSCA 2.0 §16.2).

use crate::keynames::{Map, Metadata, Ref, TextNode, ValueNode, entity};

use super::references::TemplateNames;
use super::{GroupTypeName, NodeTemplateOrGroup};

entity! {
    /// A set of nodes.
    GroupDefinition "group definition" "16.2" {
        /// The group type.
        "type" group_type: Ref<GroupTypeName> [mandatory];
        /// What the group is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Values for properties of the type.
        "properties" properties: Map<ValueNode>;
        /// Initial values for attributes of the type.
        "attributes" attributes: Map<ValueNode>;
        /// The node templates and groups that belong to it.
        "members" members: TemplateNames<NodeTemplateOrGroup> [formerly(&["targets"])];
    }
    string_intended_for("type");
    retired(&[
        ("interfaces", "use a policy with triggers, or a node; groups have no interfaces in TOSCA 2.0"),
    ]);
}
