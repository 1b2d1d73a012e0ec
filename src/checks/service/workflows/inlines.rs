//! Workflows that run others in place (TOSCA 2.0 §13.2.3.4).

use crate::base::{Span, circles};
use crate::checks::service::Cx;
use crate::checks::service::groups::steps_of;
use crate::diagnostics::{Instead, codes, quoted, suggest};
use crate::model::Truth;
use crate::model::service::{ActivityKeyname, ActivityView, Assignment, ServiceView, StepView, WorkflowView};
use crate::model::types::FieldView;
use crate::values::{ValueType, What};
use crate::yaml::Node;

use super::activities::Given;
use super::{activities, calls};

/// Inputs for the workflow that `place` names.
pub(super) fn inline<'g>(
    cx: &mut Cx<'g>,
    place: Node<'g>,
    given: Given<'g>,
    caller: Option<WorkflowView<'g>>,
) {
    let Some((_, workflow)) = cx.service.and_then(|service| service.workflow(place.id())) else {
        return activities::loose_inputs(cx, given, |_| true);
    };
    let inputs = workflow.written().inputs();
    let is_read = inputs.is_complete() && inputs.given().is_none_or(|map| map.unread.is_empty());
    if !is_read || workflow.written().unread.is_cut_short() {
        return activities::loose_inputs(cx, given, |_| true);
    }
    let fields: Vec<FieldView<'g>> = workflow.inputs().filter_map(|input| input.field).collect();
    let names = || fields.iter().map(|field| field.name());
    // Unknown names are told, and nothing is said of those that they were probably meant for.
    let strange = given.assigned.own().map(Assignment::name);
    let strange = strange.filter(|name| names().all(|known| known != *name));
    let meant: Vec<&str> = strange.filter_map(|name| suggest(name, names())).collect();
    let mut missing = Vec::new();
    for &field in fields.iter().filter(|field| field.value_needed() == Truth::Yes) {
        if !given.has(field.name()) && !meant.contains(&field.name()) {
            missing.push((quoted(field.name()), field.key().span()));
        }
        calls::optional_input(cx, given, field.name(), caller);
    }
    if !missing.is_empty() && given.whole {
        let what = format!("the activity that inlines {}", quoted(place.text()));
        let found = codes::incomplete_call::new(place.span(), &what, None, &missing);
        cx.report(place, found);
    }
    for Assignment { key, value, .. } in given.assigned.own() {
        let what = What::Named("input", key.text());
        let Some(&field) = fields.iter().find(|field| field.name() == key.text()) else {
            let instead = Instead::of(key.text(), names());
            let holder = format!("workflow {}", quoted(place.text()));
            let mut found = codes::unknown_property::new(key.span(), "input", key.text(), &holder, &instead);
            if instead.near.is_none() {
                found.help = vec![instead.listed("input", "define it in `inputs` of the workflow").into()];
            }
            cx.report(key, found);
            continue;
        };
        if let Some(fixed) = field.effective().value {
            let found = codes::fixed_value_assigned::new(value.span(), &what.to_string(), fixed.span());
            cx.report(value, found);
            continue;
        }
        cx.checker.check(value, &ValueType::Field(field), what);
    }
    activities::loose_inputs(cx, given, |name| !fields.iter().any(|field| field.name() == name));
}

/// Workflows that inline each other.
pub(in crate::checks::service) fn inline_circles<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let inlined = |workflow: WorkflowView<'g>| {
        let activities = workflow.steps().flat_map(StepView::activities);
        let names =
            activities.filter_map(|activity| ActivityView::name_of(activity, ActivityKeyname::Inline));
        names.filter_map(|name| Some((service.workflow(name)?.0, cx.node(name)))).collect()
    };
    let workflows: Vec<WorkflowView<'g>> = service.workflows().collect();
    let inlined: Vec<Vec<(usize, Node<'g>)>> = workflows.iter().map(|one| inlined(*one)).collect();
    let edges: Vec<Vec<usize>> =
        inlined.iter().map(|names| names.iter().map(|(to, _)| *to).collect()).collect();
    for circle in circles(&edges) {
        let chain: Vec<(&str, Span)> = steps_of(&circle.chain, &inlined)
            .map(|(from, place)| (workflows[from].name(), place.span()))
            .collect();
        if let Some((_, place)) = steps_of(&circle.chain, &inlined).next() {
            cx.report(place, codes::inline_cycle::new(&chain));
        }
    }
}
