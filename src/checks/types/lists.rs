//! Lists of types that restrict something, against what they inherit.

use crate::diagnostics::{Diagnostic, Level, codes};
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, MEMBERS, RELATIONSHIP_CAPABILITIES, RELATIONSHIP_SOURCES,
    RELATIONSHIP_TARGETS, Restriction, TypeRef, TypeView, could_admit, meanings,
};
use crate::syntax::{CapabilityType, GroupType, RelationshipType};
use crate::yaml::Node;

use super::Cx;

pub(super) fn capability_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, body: &'g CapabilityType) {
    restriction(cx, of, CAPABILITY_SOURCES);
    restriction(cx, of, CAPABILITY_RELATIONSHIPS);
    let Some(names) = &body.valid_relationship_types else { return };
    let list = of.key().tree().node(names.0.node);
    let own = TypeRef::Defined(of.id);
    let reaches = |entry: Node<'g>| match cx.types.defined(cx.types.meaning(entry)) {
        None => true,
        Some(relationship) => RELATIONSHIP_CAPABILITIES
            .in_force(cx.types, relationship)
            .is_none_or(|admitted| could_admit(cx.types, admitted, own)),
    };
    if list.items().next().is_some() && !list.items().any(reaches) {
        cx.report(list, codes::unreachable_capability::new(list.span(), of.name()));
    }
}

pub(super) fn relationship_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, _body: &'g RelationshipType) {
    restriction(cx, of, RELATIONSHIP_CAPABILITIES);
    restriction(cx, of, RELATIONSHIP_TARGETS);
    restriction(cx, of, RELATIONSHIP_SOURCES);
}

pub(super) fn group_type<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, body: &'g GroupType) {
    restriction(cx, of, MEMBERS);
    // Only node types are meant.
    for name in body.members.iter().flat_map(|names| &names.0.items) {
        let node = of.key().tree().node(name.node);
        let Some(found) = cx.types.defined(cx.types.meaning(node)) else { continue };
        if found.kind == crate::keynames::NameKind::GroupType {
            let place = Some(found.key().span());
            let found = codes::wrong_kind::new(node.span(), node.text(), "group type", "node type", place);
            cx.report(node, found.at_level(Level::Warning));
        }
    }
}

/// A list of a type against the one that it inherits.
pub(super) fn restriction<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, restriction: Restriction) {
    let Some(list) = (restriction.list)(of.body()) else { return };
    let list = of.key().tree().node(list);
    repeated(cx, list);
    if let Some(inherited) = restriction.inherited(cx.types, of) {
        within(cx, list, inherited, |found| found, restriction.keyname);
    }
}

/// Reports entries of `list` that `outer` does not admit.
pub(super) fn within<'g>(
    cx: &mut Cx<'g>,
    list: Node<'g>,
    outer: Node<'g>,
    adjust: impl Fn(Diagnostic) -> Diagnostic,
    keyname: &str,
) {
    // The lists of large families are long: what is listed is looked up, not searched.
    let listed: rustc_hash::FxHashSet<TypeRef> =
        outer.items().flat_map(|entry| meanings(cx.types, entry)).collect();
    for entry in list.items() {
        let types = cx.types;
        let excluded = |meaning: TypeRef| match types.defined(meaning) {
            None => false,
            Some(of) => {
                !of.is_open
                    && !listed.contains(&TypeRef::Unknown)
                    && !types.lineage(of).any(|of| listed.contains(&TypeRef::Defined(of.id)))
            }
        };
        if meanings(cx.types, entry).all(excluded) {
            let found = codes::type_not_allowed::new(entry.span(), entry.text(), keyname, outer.span());
            cx.report(entry, adjust(found));
        }
    }
}

/// Reports entries that name the same type as an earlier one.
pub(super) fn repeated<'g>(cx: &mut Cx<'g>, list: Node<'g>) {
    let mut seen = rustc_hash::FxHashMap::default();
    for entry in list.items() {
        let TypeRef::Defined(id) = cx.types.meaning(entry) else { continue };
        let first = *seen.entry(id).or_insert(entry);
        if first.id() != entry.id() {
            let found = codes::repeated_keyword::new(entry.span(), entry.text(), first.span());
            cx.report(entry, found);
        }
    }
}
