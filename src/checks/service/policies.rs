//! Policies and their targets (TOSCA 2.0 §16.4).

use rustc_hash::FxHashMap;

use crate::diagnostics::{quoted, rules};
use crate::keynames::{Entity as _, NameKind, Slot};
use crate::model::Truth;
use crate::model::service::{GroupView, Member, PolicyView, ServiceView};
use crate::model::types::{Triggers, TypeRef, TypeView};
use crate::syntax::PolicyDefinition;
use crate::yaml::YamlNode;

use super::assignments::describe;
use super::groups::{AllowedTypes, nodes_among};
use super::{Cx, entries, groups, triggers, typed_entities};

pub(super) fn check_policies<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let mut first: FxHashMap<&'g str, YamlNode<'g>> = FxHashMap::default();
    for policy in service.policies() {
        let key = policy.key();
        let earlier = *first.entry(key.text()).or_insert(key);
        if earlier.id() != key.id() {
            let diagnostic = rules::duplicate_policy::new(key.span(), key.text(), earlier.span());
            cx.report(key, diagnostic);
        }
        check_policy(cx, policy);
    }
}

fn check_policy<'g>(cx: &mut Cx<'g>, policy: PolicyView<'g>) {
    let ty = policy.policy_type().and_then(|ty| cx.types.defined(ty));
    let (key, policy) = (policy.key(), policy.written());
    let owner = format!("policy {}", quoted(key.text()));
    typed_entities::check_typed_entity(
        cx,
        key,
        &owner,
        (policy.node, PolicyDefinition::meta(), policy.unread),
        ty,
        (policy.properties(), Slot::Absent),
        true,
    );
    if let Some(targets) = &policy.targets {
        let named = groups::resolve_members(cx, &targets.0);
        if let [(name, Member::Group(group))] = &named[..]
            && targets.0.items.len() == 1
        {
            report_empty_target(cx, *name, *group);
        }
        if let Some(mut allowed) = ty.and_then(|ty| groups::allowed_types(cx, ty)) {
            allowed.members.extend(nodes_among(&named));
            for (name, target) in named {
                match target {
                    Member::NodeTemplate(template) => {
                        groups::check_member(cx, name, template, ("target", &owner), &mut allowed);
                    }
                    Member::Group(group) => check_group_target(cx, name, group, &owner, &mut allowed),
                }
            }
        }
    }
    if let Some(ty) = ty {
        report_repeated_triggers(cx, ty, policy);
    }
    triggers::check_triggers(cx, key, policy, ty);
}

/// Reports a policy whose only target is a group without nodes (16.4-12).
fn report_empty_target<'g>(cx: &mut Cx<'g>, name: YamlNode<'g>, group: GroupView<'g>) {
    let nodes = group.nodes();
    // An empty list is reported at the group.
    let is_reported = group.written().members.as_ref().is_some_and(|members| members.0.items.is_empty());
    let is_known = groups::group_type(cx, group).is_some();
    if is_known && nodes.is_complete && nodes.templates.is_empty() && !is_reported {
        let what = format!("a policy whose only target is group {}", quoted(name.text()));
        let help = "add `members` to the group, or use other targets";
        let diagnostic = rules::no_effect::new(name.span(), &what, "group has no members", help);
        cx.report(name, diagnostic.also(group.key().span(), "group defined here"));
    }
}

/// Checks a group as target: the policy type must allow the group type or the nodes of the group.
fn check_group_target<'g>(
    cx: &mut Cx<'g>,
    name: YamlNode<'g>,
    group: GroupView<'g>,
    owner: &str,
    allowed: &mut AllowedTypes<'g>,
) {
    let Some(ty) = groups::group_type(cx, group) else { return };
    if groups::allows(cx, allowed, TypeRef::Defined(ty.id)) != Truth::No {
        return;
    }
    let declared_by = allowed.declared_by.clone();
    let declared_by = (declared_by.as_str(), allowed.list.span());
    if cx.types.allows_kind(allowed.list, NameKind::GroupType) {
        let subject = format!("group {}", quoted(name.text()));
        let candidates = groups::other_candidates(cx, allowed);
        let diagnostic = rules::invalid_member::new(
            name.span(),
            &subject,
            ("target", owner),
            &describe(ty).to_string(),
            declared_by,
            &candidates,
        );
        return cx.report(name, diagnostic);
    }
    let misfits = groups::misfits(cx, group, allowed);
    if misfits.is_empty() {
        let diagnostic = rules::invalid_member::group_for_nodes(name.span(), name.text(), owner, declared_by);
        return cx.report(name, diagnostic);
    }
    groups::report_misfits(cx, name, &misfits, ("target", owner), allowed);
}

/// Reports triggers with the same name as a trigger of the policy type.
fn report_repeated_triggers<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>, policy: &'g PolicyDefinition) {
    for (key, _) in entries(policy.triggers.as_ref()) {
        let key = cx.node(key);
        let Some(id) = cx.types.member(ty, Triggers, key.text()) else { continue };
        let definition = cx.types.key_of(id);
        let diagnostic = rules::repeated_trigger::new(
            key.span(),
            key.text(),
            cx.types.get(id.owner()).name(),
            definition.span(),
        );
        cx.report(key, diagnostic);
    }
}
