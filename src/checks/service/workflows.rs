//! Workflows: the order, targets and activities of steps (TOSCA 2.0 §13.2). Triggers of policies share the
//! activities.

pub(super) mod activities;
pub(super) mod callees;
pub(super) mod calls;
pub(super) mod inlines;
mod steps;

use crate::diagnostics::{Alternatives, quoted, rules};
use crate::keynames::Slot;
use crate::model::service::{Member, NodeTemplateView, StepView, WorkflowView};
use crate::model::types::Requirements;
use crate::syntax::WorkflowStep;
use crate::yaml::YamlNode;

use super::assignments::describe;
use super::{Cx, groups};
use callees::{Callees, Unit};

pub(super) fn check_workflow<'g>(cx: &mut Cx<'g>, workflow: WorkflowView<'g>) {
    let Some(steps) = &workflow.written().steps else { return };
    steps::check_order(cx, steps);
    for step in workflow.steps() {
        let callees = target_of(cx, step);
        for activity in step.activities() {
            check_set_state(cx, step.written(), activity);
            activities::check_activity(cx, activity, callees.as_ref(), Some(workflow));
        }
    }
}

/// Returns what a step acts on, or `None` if that is unknown.
fn target_of<'g>(cx: &mut Cx<'g>, step: StepView<'g>) -> Option<Callees<'g>> {
    let name = step.written().target?;
    // Most steps act on the node itself; this is assumed for a step that a syntax error cuts short.
    let relationship = match step.written().target_relationship() {
        Slot::Unreadable if step.written().unread.is_cut_short() => Slot::Absent,
        relationship => relationship,
    };
    match (step.target()?, relationship) {
        (_, Slot::Unreadable) => None,
        (Member::NodeTemplate(template), Slot::Absent) => {
            Some(Callees::single(callees::callee(cx, template)?))
        }
        (Member::NodeTemplate(template), Slot::Given(relationship)) => {
            relationships_of(cx, template, cx.node(relationship.0))
        }
        (Member::Group(group), Slot::Absent) => {
            let nodes = group.nodes();
            let units =
                nodes.templates.iter().map(|template| callees::callee(cx, *template).map(Unit::single));
            let units: Vec<Option<Unit<'g>>> = units.collect();
            let is_complete = nodes.is_complete && units.iter().all(Option::is_some);
            let description = format!("the nodes of group {}", quoted(group.key().text()));
            Some(Callees::several(units.into_iter().flatten().collect(), description, is_complete))
        }
        (Member::Group(group), Slot::Given(relationship)) => {
            let keyname = cx.node(relationship.0).entry_key();
            let target_name = cx.node(name.node);
            let diagnostic = rules::wrong_kind::new(
                target_name.span(),
                target_name.text(),
                "group",
                "node template",
                Some(group.key().span()),
            );
            let diagnostic = diagnostic.also(keyname.span(), "only nodes have requirements");
            if !cx.file.unknown_keys().may_define(group.name()) {
                cx.report(target_name, diagnostic);
            }
            None
        }
    }
}

/// Returns the relationships of the requirement `name` of a node template.
fn relationships_of<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    name: YamlNode<'g>,
) -> Option<Callees<'g>> {
    let ty = groups::type_of_template(cx, template)?;
    let names = cx.types.members(ty, Requirements);
    let Some(id) = names.get(name.text()) else {
        if !ty.is_incomplete {
            let alternatives = Alternatives::new(name.text(), names.names());
            let diagnostic = rules::unknown_member::new(
                name.span(),
                "requirement",
                name.text(),
                &describe(ty).to_string(),
                &alternatives,
            );
            cx.report(name, diagnostic.also(ty.key().span(), "type defined here"));
        }
        return None;
    };
    callees::relationship_callees(cx, template, id, name)
}

/// Reports `set_state` on a relationship: relationships have no state.
fn check_set_state<'g>(cx: &mut Cx<'g>, step: &'g WorkflowStep, activity: &'g crate::syntax::ActivityFields) {
    if let (Some(state), Some(relationship)) = (activity.set_state, step.target_relationship) {
        let [key, keyname] = [state.0, relationship.0].map(|value| cx.node(value).entry_key());
        let diagnostic = rules::no_effect::new(
            key.span(),
            "`set_state` on a relationship",
            "only nodes have a state",
            "move it to a step without `target_relationship`",
        );
        cx.report(key, diagnostic.also(keyname.span(), "step acts on a relationship"));
    }
}
