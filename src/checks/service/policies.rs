//! Policies and their targets (TOSCA 2.0 §16.4).

use rustc_hash::FxHashMap;

use crate::diagnostics::{codes, quoted};
use crate::keynames::{Entity as _, NameKind, Slot};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, PolicyView, ServiceView};
use crate::model::types::{Triggers, TypeRef, TypeView};
use crate::syntax::PolicyDefinition;
use crate::yaml::Node;

use super::assignments::describe;
use super::groups::{AllowedTypes, nodes_among};
use super::{Cx, entries, groups, triggers, typed_entities};

pub(super) fn policies<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let mut first: FxHashMap<&'g str, Node<'g>> = FxHashMap::default();
    for policy in service.policies() {
        let key = policy.key();
        let earlier = *first.entry(key.text()).or_insert(key);
        if earlier.id() != key.id() {
            let diagnostic = codes::duplicate_policy::new(key.span(), key.text(), earlier.span());
            cx.report(key, diagnostic);
        }
        check_policy(cx, policy);
    }
}

fn check_policy<'g>(cx: &mut Cx<'g>, policy: PolicyView<'g>) {
    let ty = policy.policy_type().and_then(|ty| cx.types.defined(ty));
    let (key, policy) = (policy.key(), policy.written());
    let who = format!("policy {}", quoted(key.text()));
    typed_entities::typed_entity(
        cx,
        key,
        &who,
        (policy.node, PolicyDefinition::meta(), policy.unread),
        ty,
        (policy.properties(), Slot::Absent),
        true,
    );
    if let Some(targets) = &policy.targets {
        let named = groups::named(cx, &targets.0);
        if let [(place, Member::Group(group))] = &named[..]
            && targets.0.items.len() == 1
        {
            empty_target(cx, *place, *group);
        }
        if let Some(mut allowed) = ty.and_then(|ty| groups::allowed_types(cx, ty)) {
            allowed.named.extend(nodes_among(&named));
            for (place, target) in named {
                match target {
                    Member::NodeTemplate(template) => {
                        groups::member(cx, place, template, ("target", &who), &mut allowed);
                    }
                    Member::Group(group) => group_target(cx, place, group, &who, &mut allowed),
                }
            }
        }
    }
    if let Some(ty) = ty {
        repeated_triggers(cx, ty, policy);
    }
    triggers::triggers(cx, key, policy, ty);
}

/// A policy on nothing but a group without nodes (16.4-12).
fn empty_target<'g>(cx: &mut Cx<'g>, place: Node<'g>, group: GroupView<'g>) {
    let nodes = groups::nodes_of(cx, group);
    // An empty list is told at the group.
    let told = group.written().members.as_ref().is_some_and(|members| members.0.items.is_empty());
    if nodes.whole && nodes.list.is_empty() && !told {
        let what = format!("a policy whose only target is group {}", quoted(place.text()));
        let help = "add `members` to the group, or use other targets";
        let diagnostic = codes::no_effect::new(place.span(), &what, "group has no members", help);
        cx.report(place, diagnostic.also(group.key().span(), "group defined here"));
    }
}

/// A group as target: its type must be admitted, or its nodes should be.
fn group_target<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    group: GroupView<'g>,
    who: &str,
    allowed: &mut AllowedTypes<'g>,
) {
    let Some(ty) = groups::group_type(cx, group) else { return };
    if groups::allows(cx, allowed, TypeRef::Defined(ty.id)) != Truth::No {
        return;
    }
    let by = (allowed.by.clone(), allowed.list.span());
    let by = (by.0.as_str(), by.1);
    if cx.types.admits_kind(allowed.list, NameKind::GroupType) {
        let subject = format!("group {}", quoted(place.text()));
        let others = groups::others(cx, allowed);
        let diagnostic = codes::invalid_member::new(
            place.span(),
            &subject,
            ("target", who),
            &describe(ty).to_string(),
            by,
            &others,
        );
        return cx.report(place, diagnostic);
    }
    let misfits = groups::misfits(cx, group, allowed);
    if misfits.is_empty() {
        let diagnostic = codes::invalid_member::group_for_nodes(place.span(), place.text(), who, by);
        return cx.report(place, diagnostic);
    }
    groups::misfitting_group(cx, place, &misfits, ("target", who), allowed);
}

/// Triggers that are named like one of the type.
fn repeated_triggers<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, policy: &'g PolicyDefinition) {
    for (key, _) in entries(policy.triggers.as_ref()) {
        let key = cx.node(key);
        let Some(id) = cx.types.member(ty, Triggers, key.text()) else { continue };
        let place = cx.types.key_of(id);
        let diagnostic = codes::repeated_trigger::new(
            key.span(),
            key.text(),
            cx.types.get(id.owner()).name(),
            place.span(),
        );
        cx.report(key, diagnostic);
    }
}
