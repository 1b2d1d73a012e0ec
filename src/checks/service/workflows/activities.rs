//! Activities of workflows and triggers (TOSCA 2.0 §13.2.3).

use crate::checks::service::Cx;
use crate::diagnostics::rules;
use crate::keynames::NameKind;
use crate::model::service::{ActivityKeyname, ActivityView, Assignment, Assignments, WorkflowView};
use crate::syntax::ActivityFields;
use crate::values::{ValueType, What};
use crate::yaml::YamlNode;

use super::callees::Callees;
use super::{calls, inlines};

/// The inputs that an activity assigns.
#[derive(Clone, Copy)]
pub(super) struct GivenInputs<'g> {
    /// The assignments.
    pub(super) assigned: Assignments<'g>,
    /// Whether all of them could be read.
    pub(super) is_complete: bool,
}

impl GivenInputs<'_> {
    /// Whether `name` has a value, or may have one that could not be read.
    pub(super) fn has(&self, name: &str) -> bool {
        !self.assigned.get(name).is_absent()
    }
}

/// Checks an activity on `callees`, in a `workflow` or in a trigger.
pub(in crate::checks::service) fn check_activity<'g>(
    cx: &mut Cx<'g>,
    activity: &'g ActivityFields,
    callees: Option<&Callees<'g>>,
    workflow: Option<WorkflowView<'g>>,
) {
    for activity in ActivityView::all(activity) {
        let given = given_inputs(cx, &activity);
        let name = activity.name.map(|name| cx.node(name));
        match (activity.keyname, name) {
            (ActivityKeyname::SetState, _) => {}
            (ActivityKeyname::Delegate, name) => {
                if let Some(name) = name {
                    check_delegate(cx, cx.node(activity.value), name, workflow);
                }
                check_loose_inputs(cx, given, |_| true);
            }
            (ActivityKeyname::CallOperation, Some(name)) => {
                calls::check_call(cx, name, given, callees, workflow);
            }
            (ActivityKeyname::Inline, Some(name)) => inlines::check_inline(cx, name, given, workflow),
            (_, None) => check_loose_inputs(cx, given, |_| true),
        }
    }
}

/// Returns the inputs that an activity assigns.
fn given_inputs<'g>(cx: &Cx<'g>, activity: &ActivityView<'g>) -> GivenInputs<'g> {
    GivenInputs { assigned: Assignments::new(cx.file, activity.inputs), is_complete: activity.is_whole }
}

/// Checks the values of inputs that have no known definition; `is_unknown` is whether a name is such an
/// input.
pub(super) fn check_loose_inputs<'g>(
    cx: &mut Cx<'g>,
    given: GivenInputs<'g>,
    is_unknown: impl Fn(&str) -> bool,
) {
    let anything = ValueType::Any;
    for Assignment { key, value, .. } in given.assigned.own() {
        if is_unknown(key.text()) {
            cx.checker.check(value, &anything, What::Named("input", key.text()));
        }
    }
}

/// Reports a delegated workflow that the service template defines: `delegate` is for workflows of the
/// orchestrator. `value` is the value of the keyname.
fn check_delegate<'g>(
    cx: &mut Cx<'g>,
    value: YamlNode<'g>,
    name: YamlNode<'g>,
    workflow: Option<WorkflowView<'g>>,
) {
    let definitions = cx.types.names.definitions(cx.file.id);
    let mut keys = definitions
        .iter()
        .filter(|definition| definition.in_template && definition.kind == NameKind::Workflow)
        .map(|definition| cx.node(definition.key));
    if let Some(definition) = keys.find(|key| key.text() == name.text()) {
        let is_cyclic = workflow.is_some_and(|workflow| inlines::leads_to(definition.text(), workflow));
        let key = (!is_cyclic).then(|| value.entry_key().span());
        let diagnostic = rules::delegated_workflow::new(name.span(), name.text(), key, definition.span());
        cx.report(name, diagnostic);
    }
}

/// Returns all ways to split a name at a dot into an interface and an operation or notification.
pub(super) fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = name.match_indices('.').map(|(dot, _)| (&name[..dot], &name[dot + 1..]));
    parts.filter(|(interface, inner)| !interface.is_empty() && !inner.is_empty())
}

/// Whether a name has the form `interface.operation`.
pub(in crate::checks::service) fn is_dotted(name: &str) -> bool {
    splits(name).next().is_some()
}
