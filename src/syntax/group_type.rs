//! Group types (TOSCA 2.0 §16.1).

use std::sync::Arc;

use crate::keynames::{Map, Metadata, Ref, TextNode, VersionNode, entity};

use super::references::TypeNames;
use super::{AttributeDefinition, GroupTypeName, NodeOrGroupType, PropertyEntry};

entity! {
    /// A kind of group.
    GroupType "group type" "16.1" {
        /// The type that this one is derived from.
        "derived_from" derived_from: Ref<GroupTypeName>;
        /// The version of the type, for its maintainers.
        "version" version: VersionNode;
        /// Additional information for users and tools.
        "metadata" metadata: Metadata;
        /// What the type is for.
        "description" description: TextNode;
        /// Properties that can be set on a group.
        "properties" properties: Map<PropertyEntry>;
        /// Attributes of a group, observed at run time.
        "attributes" attributes: Map<Arc<AttributeDefinition>>;
        /// The types of nodes that may be members.
        "members" members: TypeNames<NodeOrGroupType>;
    }
    a_type;
    retired(&[
        ("interfaces", "use a policy with triggers, or a node; groups have no interfaces in TOSCA 2.0"),
        ("capabilities", "use a node; groups have no capabilities in TOSCA 2.0"),
        ("requirements", "use a node; groups have no requirements in TOSCA 2.0"),
    ]);
}
