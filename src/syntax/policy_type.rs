//! Policy types (TOSCA 2.0 §16.3).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, VersionNode, entity};

use super::references::TypeNames;
use super::{NodeOrGroupType, PolicyTypeName, PropertyEntry, TriggerDefinition};

entity! {
    /// A kind of policy.
    PolicyType "policy type" "16.3" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<PolicyTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// Properties that can be set on a policy.
        "properties" properties: Map<PropertyEntry>;
        /// The types of nodes and groups that it can apply to.
        "targets" targets: TypeNames<NodeOrGroupType>;
        /// What happens on an event.
        "triggers" triggers: Map<Arc<TriggerDefinition>>;
    }
    a_type;
}
