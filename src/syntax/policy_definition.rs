//! Policy definitions (TOSCA 2.0 §16.4).

use crate::keynames::{Map, Metadata, Ref, TextNode, ValueNode, entity};

use super::references::TemplateNames;
use super::{NodeTemplateOrGroup, PolicyTypeName, TriggerDefinition};

entity! {
    /// A rule that applies to nodes or groups.
    PolicyDefinition "policy definition" "16.4" {
        /// The policy type.
        "type" policy_type: Ref<PolicyTypeName> [mandatory];
        /// What the policy is for.
        "description" description: TextNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// Values for properties of the type.
        "properties" properties: Map<ValueNode>;
        /// The node templates and groups that it applies to.
        "targets" targets: TemplateNames<NodeTemplateOrGroup> [formerly(&["members"])];
        /// Triggers in addition to those of the type.
        "triggers" triggers: Map<TriggerDefinition>;
    }
    string_intended_for("type");
}
