//! Group types (TOSCA 2.0 §16.1).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, Text, Version, entity};

use super::references::TypeNames;
use super::{AttributeDefinition, GroupTypeName, NodeOrGroupType, PropertyEntry};

entity! {
    /// A kind of group.
    GroupType "group type" "16.1" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<GroupTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: Version;
        /// Free information for people and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: Text;
        /// What can be set on a group.
        "properties" properties: Map<PropertyEntry>;
        /// What can be observed of a group at run time.
        "attributes" attributes: Map<Arc<AttributeDefinition>>;
        /// The types of nodes that may be members.
        "members" members: TypeNames<NodeOrGroupType>;
    }
    a_type;
    retired(&[
        ("interfaces", "groups have no interfaces in TOSCA 2.0: use a policy with triggers, or a node"),
        ("capabilities", "groups have no capabilities in TOSCA 2.0: use a node"),
        ("requirements", "groups have no requirements in TOSCA 2.0: use a node"),
    ]);
}
