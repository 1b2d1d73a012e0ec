//! Triggers of policies, and those of their types, which are checked where a policy has targets for them
//! (TOSCA 2.0 §16.5).

use crate::checks::service::workflows::{activities, callees, calls};
use crate::diagnostics::{Level, codes, quoted, suggest};
use crate::keynames::NameKind;
use crate::model::service::ActivityKeyname::{CallOperation, Inline};
use crate::model::service::{ActivityKeyname, ActivityView, Member, ServiceView};
use crate::model::types::{Body, Operations, Triggers, TypeView};
use crate::syntax::{ActivityFields, PolicyDefinition, TriggerDefinition};
use crate::yaml::{Node, NodeId};

use super::workflows::activities::is_dotted;
use super::workflows::callees::{Callees, Unit};
use super::{Cx, entries, groups};

/// Calls in triggers of policy types, as far as they are wrong for any target.
pub(super) fn triggers_of_types(cx: &mut Cx<'_>) {
    let types = cx.types;
    for ty in types.of_file(cx.file.id) {
        let Body::Policy(body) = ty.body() else { continue };
        for (_, trigger) in entries(body.triggers.as_ref()) {
            for name in named(trigger, CallOperation) {
                let place = cx.node(name);
                if let Some(diagnostic) = calls::malformed_operation(cx, place, None) {
                    cx.report(place, diagnostic);
                }
            }
        }
    }
}

/// The triggers of a policy and of its type.
pub(super) fn triggers<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    policy: &'g PolicyDefinition,
    ty: Option<TypeView<'g>>,
) {
    let callees = targets_of(cx, key, policy);
    let untargeted = policy.targets().is_absent();
    for (name, trigger) in entries(policy.triggers.as_ref()) {
        let name = cx.node(name);
        if untargeted && needs_targets(cx.file, trigger) {
            let what = format!("trigger {}", quoted(name.text()));
            let diagnostic = codes::missing_targets::new(name.span(), &what, key.text(), key.span());
            cx.report(name, diagnostic);
        }
        if let (Some(event), Some(callees)) = (notification(cx.file, trigger), &callees)
            && !calls::one_has(cx, callees, event.text(), Operations::Notifications)
            && let Some(diagnostic) =
                calls::not_there(cx, callees, event.span(), event.text(), Operations::Notifications)
        {
            cx.report(event, diagnostic);
        }
        for activity in activities(trigger) {
            activities::activity(cx, activity, callees.as_ref(), None);
        }
    }
    if let (Some(ty), Some(name)) = (ty, policy.policy_type) {
        inherited_triggers(cx, key, cx.node(name.node), ty, callees.as_ref(), untargeted);
    }
}

/// What a policy acts on; none where that is not known.
fn targets_of<'g>(cx: &mut Cx<'g>, key: Node<'g>, policy: &'g PolicyDefinition) -> Option<Callees<'g>> {
    let targets = policy.targets.as_ref()?;
    let mut units = Vec::new();
    let mut whole = cx.node(targets.0.node).items().count() == targets.0.items.len();
    for item in &targets.0.items {
        let unit = match groups::target(cx, item.node) {
            Some(Member::NodeTemplate(template)) => callees::callee(cx, template).map(Unit::one),
            Some(Member::Group(group)) => {
                let nodes = groups::nodes_of(cx, group);
                let known: Vec<_> =
                    nodes.list.iter().map(|template| callees::callee(cx, *template)).collect();
                let whole = nodes.whole && known.iter().all(Option::is_some);
                Some(Unit { key: group.key(), callees: known.into_iter().flatten().collect(), whole })
            }
            None => None,
        };
        whole &= unit.is_some();
        units.extend(unit);
    }
    let single = whole && units.len() == 1 && units[0].callees.len() == 1;
    let words = format!("the targets of policy {}", quoted(key.text()));
    let words = (!single).then_some(words);
    (!targets.0.items.is_empty()).then_some(Callees { units, words, whole, lenient: true })
}

/// What triggers of the type need, told where the policy names its type (16.3-06).
fn inherited_triggers<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    place: Node<'g>,
    ty: TypeView<'g>,
    callees: Option<&Callees<'g>>,
    untargeted: bool,
) {
    for (name, id) in cx.types.members(ty, Triggers).iter() {
        let Some((file, trigger)) = cx.types.trigger(id).written() else { continue };
        let there = cx.types.key_of(id);
        if untargeted && needs_targets(file, trigger) {
            let what = format!("trigger {} of its type", quoted(name));
            let diagnostic = codes::missing_targets::new(place.span(), &what, key.text(), key.span());
            cx.report(place, diagnostic.also(there.span(), "trigger defined here"));
        }
        if let Some(callees) = callees {
            let event = notification(file, trigger).map(|event| (event, Operations::Notifications));
            let event = event.filter(|(event, section)| !calls::one_has(cx, callees, event.text(), *section));
            let called = named(trigger, CallOperation).map(|name| file.node(name));
            // Other names are told at the type.
            let called = called.filter(|name| is_dotted(name.text()));
            let called = called.map(|name| (name, Operations::Operations));
            for (named, section) in event.into_iter().chain(called) {
                let Some(mut diagnostic) = calls::not_there(cx, callees, place.span(), named.text(), section)
                else {
                    continue;
                };
                diagnostic.fixes.clear();
                diagnostic.help = vec!["use other targets, or use another policy type".into()];
                let diagnostic =
                    diagnostic.also(named.span(), format!("required by trigger {}", quoted(name)));
                cx.report(place, diagnostic);
            }
        }
        // In a file with a service template these names were looked up already.
        let resolved = cx.model.service(file.id).is_some();
        for inlined in named(trigger, Inline).filter(|_| !resolved) {
            inherited_inline(cx, place, file.node(inlined), name);
        }
    }
}

/// A trigger of the type inlines a workflow that this service template should have.
fn inherited_inline<'g>(cx: &mut Cx<'g>, place: Node<'g>, wanted: Node<'g>, trigger: &str) {
    let Some(template) = cx.service.map(ServiceView::template) else { return };
    let lost = !template.workflows().is_complete();
    let definitions = cx.types.names.definitions(cx.file.id);
    let workflows = definitions
        .iter()
        .filter(|diagnostic| diagnostic.in_template && diagnostic.kind == NameKind::Workflow);
    let names: Vec<&str> = workflows.map(|diagnostic| cx.node(diagnostic.key).text()).collect();
    if lost || template.unread.is_cut_short() || names.contains(&wanted.text()) {
        return;
    }
    let suggestion = suggest(wanted.text(), names.iter().copied());
    let diagnostic = codes::unknown_template::new(place.span(), "workflow", wanted.text())
        .label("inlined by a trigger of this type")
        .also(wanted.span(), format!("required by trigger {}", quoted(trigger)))
        .help(match suggestion {
            Some(suggestion) => {
                format!("rename workflow {}, or define another workflow", quoted(suggestion))
            }
            None => "define the workflow, or use another policy type".to_owned(),
        });
    cx.report(place, diagnostic.at_level(Level::Warning));
}

fn activities(trigger: &TriggerDefinition) -> impl Iterator<Item = &ActivityFields> {
    trigger.action.iter().flat_map(|list| &list.items).map(|activity| &*activity.0)
}

/// What the activities of a trigger name below a keyname.
fn named(trigger: &TriggerDefinition, keyname: ActivityKeyname) -> impl Iterator<Item = NodeId> {
    activities(trigger).filter_map(move |activity| ActivityView::name_of(activity, keyname))
}

/// Whether a trigger means nothing without a node: it calls an operation, or listens to a notification.
fn needs_targets(file: &crate::load::File, trigger: &TriggerDefinition) -> bool {
    named(trigger, CallOperation).next().is_some() || notification(file, trigger).is_some()
}

/// The event of a trigger that names a notification; those of dialects, and those with more dots, are types of
/// events.
fn notification<'g>(file: &'g crate::load::File, trigger: &TriggerDefinition) -> Option<Node<'g>> {
    let event = file.node(trigger.event?.0);
    let one_dot = is_dotted(event.text()) && event.text().matches('.').count() == 1;
    (one_dot && !event.is_lowered()).then_some(event)
}
