//! Checks lists of types that restrict something (such as `members` of a group type) against inherited lists.

use crate::diagnostics::{Diagnostic, Level, rules};
use crate::model::types::{
    CAPABILITY_RELATIONSHIPS, CAPABILITY_SOURCES, MEMBERS, RELATIONSHIP_CAPABILITIES, RELATIONSHIP_SOURCES,
    RELATIONSHIP_TARGETS, Restriction, TypeRef, TypeView, may_allow, meanings,
};
use crate::syntax::{CapabilityType, GroupType, RelationshipType};
use crate::yaml::YamlNode;

use super::Cx;

pub(super) fn capability_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g CapabilityType) {
    restriction(cx, ty, CAPABILITY_SOURCES);
    restriction(cx, ty, CAPABILITY_RELATIONSHIPS);
    let Some(names) = &body.valid_relationship_types else { return };
    let list = ty.key().tree().node(names.0.node);
    let type_ref = TypeRef::Defined(ty.id);
    let can_target = |entry: YamlNode<'g>| match cx.types.defined(cx.types.meaning(entry)) {
        None => true,
        Some(relationship) => RELATIONSHIP_CAPABILITIES
            .effective(cx.types, relationship)
            .is_none_or(|allowed| may_allow(cx.types, allowed, type_ref)),
    };
    if list.items().next().is_some() && !list.items().any(can_target) {
        cx.report(list, rules::unreachable_capability::new(list.span(), ty.name()));
    }
}

pub(super) fn relationship_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, _body: &'g RelationshipType) {
    restriction(cx, ty, RELATIONSHIP_CAPABILITIES);
    restriction(cx, ty, RELATIONSHIP_TARGETS);
    restriction(cx, ty, RELATIONSHIP_SOURCES);
}

pub(super) fn group_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, body: &'g GroupType) {
    restriction(cx, ty, MEMBERS);
    // Only node types are allowed.
    for name in body.members.iter().flat_map(|names| &names.0.items) {
        let node = ty.key().tree().node(name.node);
        let Some(member) = cx.types.defined(cx.types.meaning(node)) else { continue };
        let is_of_another_kind = member.has_unknown_ancestor
            || cx.types.graph.file(member.id.file).unknown_keys().may_define(member.name());
        if member.kind == crate::keynames::NameKind::GroupType && !is_of_another_kind {
            let span = Some(member.key().span());
            let diagnostic =
                rules::wrong_kind::new(node.span(), node.text(), "group type", "node type", span);
            cx.report(node, diagnostic.at_level(Level::Warning));
        }
    }
}

/// Checks a list of a type against the inherited list.
pub(super) fn restriction<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, restriction: Restriction) {
    let Some(list) = (restriction.list)(ty.body()) else { return };
    let list = ty.key().tree().node(list);
    repeated(cx, list);
    if let Some(inherited) = restriction.inherited(cx.types, ty) {
        within(cx, list, inherited, |diagnostic| diagnostic, restriction.keyname);
    }
}

/// Reports entries of `list` that `outer` does not allow.
pub(super) fn within<'g>(
    cx: &mut Cx<'g>,
    list: YamlNode<'g>,
    outer: YamlNode<'g>,
    adjust: impl Fn(Diagnostic) -> Diagnostic,
    keyname: &str,
) {
    for entry in excluded_entries(cx, list, outer) {
        let diagnostic = rules::type_not_allowed::new(entry.span(), entry.text(), keyname, outer.span());
        cx.report(entry, adjust(diagnostic));
    }
}

/// Reports at `type_node` that the inherited `list` has an entry which the list of `new_type`, which is named
/// there, does not allow, although that of `old_type` did.
pub(super) fn within_new_type<'g>(
    cx: &mut Cx<'g>,
    list: YamlNode<'g>,
    (old_type, new_type): (Option<TypeView<'g>>, TypeView<'g>),
    type_node: YamlNode<'g>,
    restriction: Restriction,
) {
    let Some(new_list) = restriction.effective(cx.types, new_type) else { return };
    let old_list = old_type.and_then(|old_type| restriction.effective(cx.types, old_type));
    let reported = old_list.map_or_else(Vec::new, |old_list| excluded_entries(cx, list, old_list));
    let is_reported = |entry: &YamlNode<'g>| reported.iter().any(|known| known.id() == entry.id());
    let excluded = excluded_entries(cx, list, new_list);
    if let Some(entry) = excluded.iter().find(|entry| !is_reported(entry)) {
        let (span, keyname) = (type_node.span(), restriction.keyname);
        let diagnostic =
            rules::type_not_allowed::refined(span, entry.text(), keyname, entry.span(), new_list.span());
        cx.report(type_node, diagnostic);
    }
}

/// Returns the entries of `list` that `outer` does not allow.
fn excluded_entries<'g>(cx: &Cx<'g>, list: YamlNode<'g>, outer: YamlNode<'g>) -> Vec<YamlNode<'g>> {
    // Lists can be long, so all types of `outer` are put into a set.
    let listed: rustc_hash::FxHashSet<TypeRef> =
        outer.items().flat_map(|entry| meanings(cx.types, entry)).map(|ty| cx.types.original(ty)).collect();
    let types = cx.types;
    let is_excluded = |meaning: TypeRef| match types.defined(meaning) {
        None => false,
        Some(ty) => {
            !ty.is_incomplete
                && !listed.contains(&TypeRef::Unknown)
                && !types.lineage(ty).any(|ty| listed.contains(&types.original(TypeRef::Defined(ty.id))))
        }
    };
    list.items().filter(|entry| meanings(types, *entry).all(is_excluded)).collect()
}

/// Reports entries that name the same type as an earlier one.
pub(super) fn repeated<'g>(cx: &mut Cx<'g>, list: YamlNode<'g>) {
    let mut seen = rustc_hash::FxHashMap::default();
    for entry in list.items() {
        let TypeRef::Defined(id) = cx.types.meaning(entry) else { continue };
        let first = *seen.entry(id).or_insert(entry);
        if first.id() != entry.id() {
            let diagnostic = rules::repeated_keyword::new(entry.span(), entry.text(), first.span());
            cx.report(entry, diagnostic);
        }
    }
}
