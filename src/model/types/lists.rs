//! Lists of types that restrict something: `valid_…`, `members`, `targets`.

use rustc_hash::FxHashSet;

use crate::model::Truth;
use crate::yaml::Node;

use super::store::{Body, TypeRef, Types};
use super::view::TypeView;

/// What a list of a type is called, and where the types of a hierarchy have it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Restriction {
    /// The keyname of the list.
    pub keyname: &'static str,
    pub(crate) list: fn(&Body) -> Option<crate::yaml::NodeId>,
}

macro_rules! restriction {
    ($keyname:literal, $variant:ident, $field:ident) => {
        Restriction {
            keyname: $keyname,
            list: |body| match body {
                Body::$variant(body) => body.$field.as_ref().map(|names| names.0.node),
                _ => None,
            },
        }
    };
}

/// Node types whose requirements may lead to a capability (§8.1).
pub const CAPABILITY_SOURCES: Restriction =
    restriction!("valid_source_node_types", Capability, valid_source_node_types);
/// Relationship types that may lead to a capability (§8.1).
pub const CAPABILITY_RELATIONSHIPS: Restriction =
    restriction!("valid_relationship_types", Capability, valid_relationship_types);
/// Capability types that a relationship may lead to (§7.3).
pub const RELATIONSHIP_CAPABILITIES: Restriction =
    restriction!("valid_capability_types", Relationship, valid_capability_types);
/// Node types that a relationship may lead to (§7.3).
pub const RELATIONSHIP_TARGETS: Restriction =
    restriction!("valid_target_node_types", Relationship, valid_target_node_types);
/// Node types that a relationship may start from (§7.3).
pub const RELATIONSHIP_SOURCES: Restriction =
    restriction!("valid_source_node_types", Relationship, valid_source_node_types);
/// Node types of the members of a group (§16.1).
pub const MEMBERS: Restriction = restriction!("members", Group, members);
/// Types of the targets of a policy (§16.3).
pub const TARGETS: Restriction = restriction!("targets", Policy, targets);

impl Restriction {
    /// The list that is in force for a type: its own, else that of the nearest ancestor.
    #[must_use]
    pub fn in_force<'m>(self, types: &'m Types, of: TypeView<'m>) -> Option<Node<'m>> {
        types
            .lineage(of)
            .find_map(|ancestor| (self.list)(ancestor.body()).map(|list| ancestor.tree().node(list)))
    }

    /// The list that a type inherits.
    pub(crate) fn inherited<'m>(self, types: &'m Types, of: TypeView<'m>) -> Option<Node<'m>> {
        self.in_force(types, types.parent(&of)?)
    }
}

/// What an entry of a list means: two types where a node type and a group type share the name.
pub(crate) fn meanings(types: &Types, entry: Node<'_>) -> impl Iterator<Item = TypeRef> {
    let second = types.names.second_meaning(entry.tree().file(), entry.id()).map(TypeRef::Defined);
    std::iter::once(types.meaning(entry)).chain(second)
}

/// The types that a list names.
#[derive(Debug)]
pub struct Listed {
    types: FxHashSet<TypeRef>,
    /// Whether all of them are known.
    is_whole: bool,
}

impl Listed {
    /// The types that `list` names.
    #[must_use]
    pub fn of(types: &Types, list: Node<'_>) -> Self {
        let listed: FxHashSet<TypeRef> = list.items().map(|entry| types.meaning(entry)).collect();
        let is_whole = !listed.contains(&TypeRef::Unknown) && !list.is_broken();
        Self { types: listed, is_whole }
    }

    /// Whether they admit a type: one of them is the type itself, or one that it derives from.
    #[must_use]
    pub fn admit(&self, types: &Types, of: TypeView<'_>) -> Truth {
        if types.lineage(of).any(|of| self.types.contains(&TypeRef::Defined(of.id))) {
            Truth::Yes
        } else if self.is_whole && !of.is_open {
            Truth::No
        } else {
            Truth::Unknown
        }
    }
}

/// Whether a list certainly admits neither a type nor any that is derived from it.
#[must_use]
pub fn admits_none(types: &Types, list: Node<'_>, of: TypeRef) -> bool {
    !list.is_broken() && !could_admit(types, list, of)
}

/// Whether a list admits a type, or one derived from it.
#[must_use]
pub fn could_admit(types: &Types, list: Node<'_>, of: TypeRef) -> bool {
    list.items().any(|entry| types.could_meet(of, types.meaning(entry)))
}
