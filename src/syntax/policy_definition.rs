//! Policy definitions (TOSCA 2.0 §16.4).

use crate::keynames::{Map, Metadata, Ref, Text, Value, entity};

use super::references::TemplateNames;
use super::{NodeTemplateOrGroup, PolicyTypeName, TriggerDefinition};

entity! {
    /// Something that is to be kept up for nodes or groups.
    PolicyDefinition "policy definition" "16.4" {
        /// The policy type.
        "type" policy_type: Ref<PolicyTypeName> [mandatory];
        /// What the policy is for.
        "description" description: Text;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// Values for properties of the type.
        "properties" properties: Map<Value>;
        /// The node templates and groups that it applies to.
        "targets" targets: TemplateNames<NodeTemplateOrGroup> [formerly(&["members"])];
        /// What happens when, beside the triggers of the type.
        "triggers" triggers: Map<TriggerDefinition>;
    }
    string_meant("type");
}
