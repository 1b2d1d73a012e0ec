//! Lists of allowed types: `valid_…`, `members`, `targets`.

use rustc_hash::FxHashSet;

use crate::model::Truth;
use crate::yaml::YamlNode;

use super::store::{Body, TypeRef, Types};
use super::view::TypeView;

/// A list of allowed types, as types of one kind have it.
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

/// Node types whose requirements may target a capability (§8.1).
pub const CAPABILITY_SOURCES: Restriction =
    restriction!("valid_source_node_types", Capability, valid_source_node_types);
/// Relationship types that may target a capability (§8.1).
pub const CAPABILITY_RELATIONSHIPS: Restriction =
    restriction!("valid_relationship_types", Capability, valid_relationship_types);
/// Capability types that a relationship may target (§7.3).
pub const RELATIONSHIP_CAPABILITIES: Restriction =
    restriction!("valid_capability_types", Relationship, valid_capability_types);
/// Node types that a relationship may target (§7.3).
pub const RELATIONSHIP_TARGETS: Restriction =
    restriction!("valid_target_node_types", Relationship, valid_target_node_types);
/// Node types that a relationship may start from (§7.3).
pub const RELATIONSHIP_SOURCES: Restriction =
    restriction!("valid_source_node_types", Relationship, valid_source_node_types);
/// Node types of the members of a group (§16.1).
pub const MEMBERS: Restriction = restriction!("members", Group, members);
/// Types of the targets of a policy (§16.3).
pub const TARGETS: Restriction = restriction!("targets", Policy, targets);

/// All lists of types.
pub const RESTRICTIONS: [Restriction; 7] = [
    CAPABILITY_SOURCES,
    CAPABILITY_RELATIONSHIPS,
    RELATIONSHIP_CAPABILITIES,
    RELATIONSHIP_TARGETS,
    RELATIONSHIP_SOURCES,
    MEMBERS,
    TARGETS,
];

impl Restriction {
    /// Returns the effective list of a type: its own list, or else that of the nearest ancestor.
    #[must_use]
    pub fn effective<'m>(self, types: &'m Types, ty: TypeView<'m>) -> Option<YamlNode<'m>> {
        types
            .lineage(ty)
            .find_map(|ancestor| (self.list)(ancestor.body()).map(|list| ancestor.tree().node(list)))
    }

    /// Returns the list that a type inherits.
    pub(crate) fn inherited<'m>(self, types: &'m Types, ty: TypeView<'m>) -> Option<YamlNode<'m>> {
        self.effective(types, types.parent(&ty)?)
    }
}

/// Returns the types that an entry of a list means: two if a node type and a group type have the same name.
pub(crate) fn meanings(types: &Types, entry: YamlNode<'_>) -> impl Iterator<Item = TypeRef> {
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
    /// Returns the types that `list` names.
    #[must_use]
    pub fn new(types: &Types, list: YamlNode<'_>) -> Self {
        let listed = list.items().map(|entry| types.original(types.meaning(entry)));
        let listed: FxHashSet<TypeRef> = listed.collect();
        let is_whole = !listed.contains(&TypeRef::Unknown) && !list.is_broken();
        Self { types: listed, is_whole }
    }

    /// Returns whether the list allows a type: it names the type itself or an ancestor.
    #[must_use]
    pub fn admit(&self, types: &Types, ty: TypeView<'_>) -> Truth {
        let contains = |id| self.types.contains(&types.original(TypeRef::Defined(id)));
        if types.lineage(ty).any(|ancestor| contains(ancestor.id)) {
            Truth::Yes
        } else if self.is_whole && !ty.has_unknown_ancestor {
            Truth::No
        } else {
            Truth::Unknown
        }
    }
}

/// Returns whether a list certainly allows neither a type nor any type derived from it.
#[must_use]
pub fn allows_none(types: &Types, list: YamlNode<'_>, ty: TypeRef) -> bool {
    !list.is_broken() && !may_allow(types, list, ty)
}

/// Returns whether a list may allow a type, or a type derived from it.
#[must_use]
pub fn may_allow(types: &Types, list: YamlNode<'_>, ty: TypeRef) -> bool {
    list.items().any(|entry| types.may_be_related(ty, types.meaning(entry)))
}
