//! Triggers of policies and policy types (TOSCA 2.0 §16.5). Triggers of a type are checked against the
//! targets of each policy.

use crate::checks::service::workflows::{activities, callees, calls};
use crate::diagnostics::{Level, quoted, rules, suggest};
use crate::keynames::NameKind;
use crate::model::Truth;
use crate::model::service::ActivityKeyname::{CallOperation, Inline};
use crate::model::service::{ActivityKeyname, ActivityView, Member, ServiceView};
use crate::model::types::{Body, Operations, Triggers, TypeView};
use crate::syntax::{ActivityFields, PolicyDefinition, TriggerDefinition};
use crate::yaml::{NodeId, YamlNode};

use super::workflows::activities::is_dotted;
use super::workflows::callees::{Callees, Unit};
use super::{Cx, entries, groups};

/// Checks calls in triggers of policy types for mistakes that do not depend on the targets.
pub(super) fn check_type_triggers(cx: &mut Cx<'_>) {
    let types = cx.types;
    for ty in types.of_file(cx.file.id) {
        let Body::Policy(body) = ty.body() else { continue };
        for (_, trigger) in entries(body.triggers.as_ref()) {
            for name in names_below(trigger, CallOperation) {
                let name = cx.node(name);
                if let Some(diagnostic) = calls::malformed_operation(cx, name, None) {
                    cx.report(name, diagnostic);
                }
            }
        }
    }
}

/// Checks the triggers of a policy and of its type.
pub(super) fn check_triggers<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    policy: &'g PolicyDefinition,
    ty: Option<TypeView<'g>>,
) {
    let mut callees = targets_of(cx, key, policy, ty);
    if let Some(callees) = &mut callees {
        let triggers = entries(policy.triggers.as_ref()).map(|(_, trigger)| trigger);
        let called = triggers.flat_map(|trigger| names_below(trigger, CallOperation));
        let called: Vec<_> = called.map(|name| cx.node(name)).collect();
        calls::report_several_missing(cx, callees, &called);
    }
    let has_no_targets = policy.targets().is_absent();
    for (name, trigger) in entries(policy.triggers.as_ref()) {
        let name = cx.node(name);
        if has_no_targets && needs_targets(cx.file, trigger) {
            let what = format!("trigger {}", quoted(name.text()));
            let diagnostic = rules::missing_targets::new(name.span(), &what, key.text(), key.span());
            cx.report(name, diagnostic);
        }
        if let (Some(event), Some(callees)) = (notification(cx.file, trigger), &callees)
            && !calls::any_may_have(cx, callees, event.text(), Operations::Notifications)
            && let Some(diagnostic) =
                calls::missing_operation(cx, callees, event.span(), event.text(), Operations::Notifications)
        {
            cx.report(event, diagnostic);
        }
        if let (Some(event), Some(callees)) = (free_event(cx.file, trigger), &callees)
            && let Some(diagnostic) = calls::bare_notification(cx, callees, event)
        {
            cx.report(event, diagnostic);
        }
        for activity in activities(trigger) {
            activities::check_activity(cx, activity, callees.as_ref(), None);
        }
    }
    if let (Some(ty), Some(name)) = (ty, policy.policy_type) {
        check_inherited_triggers(cx, key, cx.node(name.node), ty, callees.as_ref(), has_no_targets);
    }
}

/// Returns what a policy of the type `ty` acts on, or `None` if it has no readable targets. Nodes that the type
/// does not allow are left out, since the right targets are not known.
fn targets_of<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    policy: &'g PolicyDefinition,
    ty: Option<TypeView<'g>>,
) -> Option<Callees<'g>> {
    let targets = policy.targets.as_ref()?;
    let mut allowed = ty.and_then(|ty| groups::allowed_types(cx, ty));
    let mut is_allowed =
        |cx: &Cx<'g>, ty| allowed.as_mut().map_or(Truth::Yes, |allowed| groups::allows(cx, allowed, ty));
    let mut units = Vec::new();
    let mut is_complete = cx.node(targets.0.node).items().count() == targets.0.items.len();
    for item in &targets.0.items {
        let unit = match groups::find_member(cx, item.node) {
            Some(Member::NodeTemplate(template)) => {
                let is_right = is_allowed(cx, template.node_type) != Truth::No;
                callees::callee(cx, template).filter(|_| is_right).map(Unit::single)
            }
            Some(Member::Group(group)) => {
                let nodes = group.nodes();
                let is_right = group.group_type().is_some_and(|ty| is_allowed(cx, ty) == Truth::Yes);
                let right = nodes.templates.iter().map(|template| {
                    let is_right = is_right || is_allowed(cx, template.node_type) != Truth::No;
                    callees::callee(cx, *template).filter(|_| is_right)
                });
                let callees: Vec<_> = right.collect();
                let is_complete = nodes.is_complete && callees.iter().all(Option::is_some);
                Some(Unit { key: group.key(), callees: callees.into_iter().flatten().collect(), is_complete })
            }
            None => None,
        };
        is_complete &= unit.is_some();
        units.extend(unit);
    }
    let is_single = is_complete && units.len() == 1 && units[0].callees.len() == 1;
    let description = format!("the targets of policy {}", quoted(key.text()));
    let description = (!is_single).then_some(description);
    let callees = Callees { units, description, is_complete, is_lenient: true, reported: Vec::new() };
    (!targets.0.items.is_empty()).then_some(callees)
}

/// Checks the triggers of the policy type against the targets; reports at the `type_name` of the policy
/// (16.3-06).
fn check_inherited_triggers<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
    type_name: YamlNode<'g>,
    ty: TypeView<'g>,
    callees: Option<&Callees<'g>>,
    has_no_targets: bool,
) {
    for (name, id) in cx.types.members(ty, Triggers).iter() {
        let Some((file, trigger)) = cx.types.trigger(id).written() else { continue };
        let definition = cx.types.key_of(id);
        if has_no_targets && needs_targets(file, trigger) {
            let what = format!("trigger {} of its type", quoted(name));
            let diagnostic = rules::missing_targets::new(type_name.span(), &what, key.text(), key.span());
            cx.report(type_name, diagnostic.also(definition.span(), "trigger defined here"));
        }
        if let Some(callees) = callees {
            let event = notification(file, trigger).map(|event| (event, Operations::Notifications));
            let event =
                event.filter(|(event, section)| !calls::any_may_have(cx, callees, event.text(), *section));
            let called = names_below(trigger, CallOperation).map(|name| file.node(name));
            // Names without a dot are reported at the type.
            let called = called.filter(|name| is_dotted(name.text()));
            let called = called.map(|name| (name, Operations::Operations));
            for (required, section) in event.into_iter().chain(called) {
                let Some(mut diagnostic) =
                    calls::missing_operation(cx, callees, type_name.span(), required.text(), section)
                else {
                    continue;
                };
                diagnostic.fixes.clear();
                diagnostic.help = vec!["use other targets, or use another policy type".into()];
                let diagnostic =
                    diagnostic.also(required.span(), format!("required by trigger {}", quoted(name)));
                cx.report(type_name, diagnostic);
            }
        }
        for inlined in names_below(trigger, Inline) {
            check_inherited_inline(cx, type_name, file.node(inlined), name);
        }
    }
}

/// Reports a missing workflow that a trigger of the policy type inlines.
fn check_inherited_inline<'g>(
    cx: &mut Cx<'g>,
    type_name: YamlNode<'g>,
    workflow: YamlNode<'g>,
    trigger: &str,
) {
    let Some(template) = cx.service.map(ServiceView::template) else { return };
    let is_incomplete = !template.workflows().is_complete();
    let definitions = cx.types.names.definitions(cx.file.id);
    let workflows = definitions
        .iter()
        .filter(|definition| definition.in_template && definition.kind == NameKind::Workflow);
    let names: Vec<&str> = workflows.map(|definition| cx.node(definition.key).text()).collect();
    if is_incomplete || template.unread.is_cut_short() || names.contains(&workflow.text()) {
        return;
    }
    let suggestion = suggest(workflow.text(), names.iter().copied());
    let diagnostic = rules::unknown_template::new(type_name.span(), "workflow", workflow.text())
        .label("inlined by a trigger of this type")
        .also(workflow.span(), format!("required by trigger {}", quoted(trigger)))
        .help(match suggestion {
            Some(suggestion) => {
                format!("rename workflow {}, or define another workflow", quoted(suggestion))
            }
            None => "define the workflow, or use another policy type".to_owned(),
        });
    cx.report(type_name, diagnostic.at_level(Level::Warning));
}

/// Returns the activities of a trigger.
fn activities(trigger: &TriggerDefinition) -> impl Iterator<Item = &ActivityFields> {
    trigger.action.iter().flat_map(|list| &list.items).map(|activity| &*activity.0)
}

/// Returns the names that the activities of a trigger have under a keyname.
fn names_below(trigger: &TriggerDefinition, keyname: ActivityKeyname) -> impl Iterator<Item = NodeId> {
    activities(trigger).filter_map(move |activity| ActivityView::name_of(activity, keyname))
}

/// Whether a trigger needs a target: it calls an operation, or listens to a notification.
fn needs_targets(file: &crate::load::File, trigger: &TriggerDefinition) -> bool {
    names_below(trigger, CallOperation).next().is_some() || notification(file, trigger).is_some()
}

/// Returns the event of a trigger if it names a notification. Events of dialects, and names with more dots,
/// are event types.
fn notification<'g>(file: &'g crate::load::File, trigger: &TriggerDefinition) -> Option<YamlNode<'g>> {
    let event = file.node(trigger.event?.0);
    let has_one_dot = is_dotted(event.text()) && event.text().matches('.').count() == 1;
    (has_one_dot && !event.is_lowered()).then_some(event)
}

/// Returns the event of a trigger if it is a name without a dot, which may be any event, or with a target before the
/// name of a notification.
fn free_event<'g>(file: &'g crate::load::File, trigger: &TriggerDefinition) -> Option<YamlNode<'g>> {
    let event = file.node(trigger.event?.0);
    let is_free = matches!(event.text().matches('.').count(), 0 | 2);
    (is_free && !event.is_lowered()).then_some(event)
}
