//! Workflows that inline other workflows (TOSCA 2.0 §13.2.3.4).

use crate::base::{Span, cycles};
use crate::checks::service::groups::steps_of;
use crate::checks::service::{Cx, secrets};
use crate::diagnostics::{Alternatives, quoted, rules, suggest};
use crate::model::Truth;
use crate::model::service::{ActivityKeyname, ActivityView, Assignment, ServiceView, StepView, WorkflowView};
use crate::model::types::FieldView;
use crate::values::{ValueType, What};
use crate::yaml::YamlNode;

use super::activities::GivenInputs;
use super::{activities, calls};

/// Checks the inputs of an activity that inlines the workflow `workflow_name`.
pub(super) fn check_inline<'g>(
    cx: &mut Cx<'g>,
    workflow_name: YamlNode<'g>,
    given: GivenInputs<'g>,
    caller: Option<WorkflowView<'g>>,
) {
    let Some((_, workflow)) = cx.service.and_then(|service| service.workflow(workflow_name.id())) else {
        return activities::check_loose_inputs(cx, given, |_| true);
    };
    let inputs = workflow.written().inputs();
    let is_read = inputs.is_complete() && inputs.given().is_none_or(|map| map.unread.is_empty());
    if !is_read || workflow.written().unread.is_cut_short() {
        return activities::check_loose_inputs(cx, given, |_| true);
    }
    let fields: Vec<FieldView<'g>> = workflow.inputs().filter_map(|input| input.field).collect();
    let names = || fields.iter().map(|field| field.name());
    // Unknown names are reported; the inputs that they were probably meant for are not reported as missing.
    let unknown_names = given.assigned.own().map(Assignment::name);
    let unknown_names = unknown_names.filter(|name| names().all(|known| known != *name));
    let intended: Vec<&str> = unknown_names.filter_map(|name| suggest(name, names())).collect();
    let mut missing = Vec::new();
    for &field in fields.iter().filter(|field| field.value_needed() == Truth::Yes) {
        if !given.has(field.name()) && !intended.contains(&field.name()) {
            missing.push((quoted(field.name()), field.key().span()));
        }
        calls::report_optional_input(cx, given, field.name(), caller);
    }
    if !missing.is_empty() && given.is_complete {
        let what = format!("the activity that inlines {}", quoted(workflow_name.text()));
        let diagnostic = rules::incomplete_call::new(workflow_name.span(), &what, None, &missing);
        cx.report(workflow_name, diagnostic);
    }
    let keys: Vec<YamlNode<'g>> = given.assigned.own().map(|assignment| assignment.key).collect();
    if let ([first, _, ..], []) = (&keys[..], &fields[..]) {
        let names: Vec<&str> = keys.iter().map(|key| key.text()).collect();
        let owner = format!("workflow {}", quoted(workflow_name.text()));
        let mut diagnostic = rules::unknown_property::all(first.span(), "input", &names, &owner);
        diagnostic.help = vec!["define them in `inputs` of the workflow, or remove them".into()];
        cx.report(*first, diagnostic);
        return activities::check_loose_inputs(cx, given, |_| true);
    }
    for Assignment { key, value, .. } in given.assigned.own() {
        let what = What::Named("input", key.text());
        let Some(&field) = fields.iter().find(|field| field.name() == key.text()) else {
            let alternatives = Alternatives::new(key.text(), names());
            let owner = format!("workflow {}", quoted(workflow_name.text()));
            let mut diagnostic =
                rules::unknown_property::new(key.span(), "input", key.text(), &owner, &alternatives);
            if alternatives.suggestion.is_none() {
                diagnostic.help =
                    vec![alternatives.list_names("input", "define it in `inputs` of the workflow").into()];
            }
            cx.report(key, diagnostic);
            continue;
        };
        if let Some(fixed) = field.effective().value {
            let diagnostic = rules::fixed_value_assigned::new(value.span(), &what.to_string(), fixed.span());
            cx.report(value, diagnostic);
            continue;
        }
        cx.checker.check(value, &ValueType::Field(field), what);
        secrets::report_secrets(cx, value, field);
    }
    activities::check_loose_inputs(cx, given, |name| !fields.iter().any(|field| field.name() == name));
}

/// Returns the workflows that a workflow inlines, each by its number and the name.
fn inlined_by(workflow: WorkflowView<'_>) -> Vec<(usize, YamlNode<'_>)> {
    let service = workflow.service();
    let activities = workflow.steps().flat_map(StepView::activities);
    let names = activities.filter_map(|activity| ActivityView::name_of(activity, ActivityKeyname::Inline));
    names.filter_map(|name| Some((service.workflow(name)?.0, service.node(name)))).collect()
}

/// Whether the workflow with the name `from` is `to`, or inlines it, directly or through others.
pub(super) fn leads_to(from: &str, to: WorkflowView<'_>) -> bool {
    let workflows: Vec<WorkflowView<'_>> = to.service().workflows().collect();
    let mut reached: Vec<usize> =
        workflows.iter().position(|workflow| workflow.name() == from).into_iter().collect();
    let mut at = 0;
    while let Some(&number) = reached.get(at) {
        if workflows[number].name() == to.name() {
            return true;
        }
        let next = inlined_by(workflows[number]).into_iter().map(|(number, _)| number);
        reached.extend(next.filter(|number| !reached.contains(number)).collect::<Vec<_>>());
        at += 1;
    }
    false
}

/// Reports workflows that inline each other in a cycle.
pub(in crate::checks::service) fn report_cycles<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    let workflows: Vec<WorkflowView<'g>> = service.workflows().collect();
    let inlined: Vec<Vec<(usize, YamlNode<'g>)>> =
        workflows.iter().map(|workflow| inlined_by(*workflow)).collect();
    let edges: Vec<Vec<usize>> =
        inlined.iter().map(|names| names.iter().map(|(to, _)| *to).collect()).collect();
    for cycle in cycles(&edges) {
        let chain: Vec<(&str, Span)> = steps_of(&cycle.chain, &inlined)
            .map(|(from, workflow_name)| (workflows[from].name(), workflow_name.span()))
            .collect();
        if let Some((_, workflow_name)) = steps_of(&cycle.chain, &inlined).next() {
            cx.report(workflow_name, rules::inline_cycle::new(&chain));
        }
    }
}
