//! Policies and their targets (TOSCA 2.0 §16.4).

use rustc_hash::FxHashMap;

use crate::diagnostics::{codes, quoted};
use crate::keynames::{Entity as _, NameKind, Slot};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, PolicyView, ServiceView};
use crate::model::types::{Triggers, TypeRef, TypeView};
use crate::syntax::PolicyDefinition;
use crate::yaml::Node;

use super::assignments::words;
use super::groups::{Admitted, nodes_among};
use super::{Cx, entries, groups, others, triggers};

pub(super) fn policies<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let mut first: FxHashMap<&'g str, Node<'g>> = FxHashMap::default();
    for policy in service.policies() {
        let key = policy.key();
        let earlier = *first.entry(key.text()).or_insert(key);
        if earlier.id() != key.id() {
            let found = codes::duplicate_policy::new(key.span(), key.text(), earlier.span());
            cx.report(key, found);
        }
        check_policy(cx, policy);
    }
}

fn check_policy<'g>(cx: &mut Cx<'g>, policy: PolicyView<'g>) {
    let of = policy.policy_type().and_then(|of| cx.types.defined(of));
    let (key, policy) = (policy.key(), policy.written());
    let who = format!("policy {}", quoted(key.text()));
    others::typed(
        cx,
        key,
        &who,
        (policy.node, PolicyDefinition::meta(), policy.unread),
        of,
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
        if let Some(mut admitted) = of.and_then(|of| groups::types_admitted(cx, of)) {
            admitted.named.extend(nodes_among(&named));
            for (place, target) in named {
                match target {
                    Member::NodeTemplate(template) => {
                        groups::member(cx, place, template, ("target", &who), &mut admitted);
                    }
                    Member::Group(group) => group_target(cx, place, group, &who, &mut admitted),
                }
            }
        }
    }
    if let Some(of) = of {
        repeated_triggers(cx, of, policy);
    }
    triggers::triggers(cx, key, policy, of);
}

/// A policy on nothing but a group without nodes (16.4-12).
fn empty_target<'g>(cx: &mut Cx<'g>, place: Node<'g>, group: GroupView<'g>) {
    let nodes = groups::nodes_of(cx, group);
    // An empty list is told at the group.
    let told = group.written().members.as_ref().is_some_and(|members| members.0.items.is_empty());
    if nodes.whole && nodes.list.is_empty() && !told {
        let what = format!("a policy whose only target is group {}", quoted(place.text()));
        let help = "add `members` to the group, or use other targets";
        let found = codes::no_effect::new(place.span(), &what, "group has no members", help);
        cx.report(place, found.also(group.key().span(), "group defined here"));
    }
}

/// A group as target: its type must be admitted, or its nodes should be.
fn group_target<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    group: GroupView<'g>,
    who: &str,
    admitted: &mut Admitted<'g>,
) {
    let Some(of) = groups::group_type(cx, group) else { return };
    if groups::admits(cx, admitted, TypeRef::Defined(of.id)) != Truth::No {
        return;
    }
    let by = (admitted.by.clone(), admitted.list.span());
    let by = (by.0.as_str(), by.1);
    if cx.types.admits_kind(admitted.list, NameKind::GroupType) {
        let subject = format!("group {}", quoted(place.text()));
        let others = groups::others(cx, admitted);
        let found = codes::invalid_member::new(
            place.span(),
            &subject,
            ("target", who),
            &words(of).to_string(),
            by,
            &others,
        );
        return cx.report(place, found);
    }
    let misfits = groups::misfits(cx, group, admitted);
    if misfits.is_empty() {
        let found = codes::invalid_member::group_for_nodes(place.span(), place.text(), who, by);
        return cx.report(place, found);
    }
    groups::misfitting_group(cx, place, &misfits, ("target", who), admitted);
}

/// Triggers that are named like one of the type.
fn repeated_triggers<'g>(cx: &mut Cx<'g>, of: TypeView<'g>, policy: &'g PolicyDefinition) {
    for (key, _) in entries(policy.triggers.as_ref()) {
        let key = cx.node(key);
        let Some(id) = cx.types.member(of, Triggers, key.text()) else { continue };
        let place = cx.types.key_of(id);
        let found = codes::repeated_trigger::new(
            key.span(),
            key.text(),
            cx.types.get(id.owner()).name(),
            place.span(),
        );
        cx.report(key, found);
    }
}
