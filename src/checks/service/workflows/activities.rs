//! Activities, each by its kind (TOSCA 2.0 §13.2.3).

use crate::checks::service::Cx;
use crate::diagnostics::codes;
use crate::keynames::NameKind;
use crate::model::service::{ActivityKeyname, ActivityView, Assignment, Assignments, WorkflowView};
use crate::syntax::ActivityFields;
use crate::values::{ValueType, What};
use crate::yaml::Node;

use super::callees::Callees;
use super::{calls, inlines};

/// The inputs that an activity gives.
#[derive(Clone, Copy)]
pub(super) struct Given<'g> {
    /// The values for them.
    pub(super) assigned: Assignments<'g>,
    /// Whether nothing was lost.
    pub(super) whole: bool,
}

impl Given<'_> {
    /// Whether there is, or may be, a value for `name`.
    pub(super) fn has(&self, name: &str) -> bool {
        !self.assigned.get(name).is_absent()
    }
}

/// What an activity does to `callees`, in a `workflow` or in a trigger.
pub(in crate::checks::service) fn activity<'g>(
    cx: &mut Cx<'g>,
    activity: &'g ActivityFields,
    callees: Option<&Callees<'g>>,
    workflow: Option<WorkflowView<'g>>,
) {
    for activity in ActivityView::all(activity) {
        let given = given(cx, &activity);
        let name = activity.name.map(|name| cx.node(name));
        match (activity.keyname, name) {
            (ActivityKeyname::SetState, _) => {}
            (ActivityKeyname::Delegate, name) => {
                if let Some(name) = name {
                    delegate(cx, cx.node(activity.value), name);
                }
                loose_inputs(cx, given, |_| true);
            }
            (ActivityKeyname::CallOperation, Some(name)) => calls::call(cx, name, given, callees, workflow),
            (ActivityKeyname::Inline, Some(name)) => inlines::inline(cx, name, given, workflow),
            (_, None) => loose_inputs(cx, given, |_| true),
        }
    }
}

fn given<'g>(cx: &Cx<'g>, activity: &ActivityView<'g>) -> Given<'g> {
    Given { assigned: Assignments::of(cx.file, activity.inputs), whole: activity.is_whole }
}

/// Values for inputs of which nothing is known.
pub(super) fn loose_inputs<'g>(cx: &mut Cx<'g>, given: Given<'g>, is_unknown: impl Fn(&str) -> bool) {
    let anything = ValueType::Open;
    for Assignment { key, value, .. } in given.assigned.own() {
        if is_unknown(key.text()) {
            cx.checker.check(value, &anything, What::Named("input", key.text()));
        }
    }
}

/// A workflow of the orchestrator, which is hardly meant where the service template has it; `value` is that
/// of the keyname.
fn delegate<'g>(cx: &mut Cx<'g>, value: Node<'g>, name: Node<'g>) {
    let definitions = cx.types.names.definitions(cx.file.id);
    let mut keys = definitions
        .iter()
        .filter(|diagnostic| diagnostic.in_template && diagnostic.kind == NameKind::Workflow)
        .map(|diagnostic| cx.node(diagnostic.key));
    if let Some(own) = keys.find(|key| key.text() == name.text()) {
        let key = value.entry_key();
        let diagnostic = codes::delegated_workflow::new(name.span(), name.text(), key.span(), own.span());
        cx.report(name, diagnostic);
    }
}

/// The ways to read a name as that of an interface and of something in it.
pub(super) fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = name.match_indices('.').map(|(at, _)| (&name[..at], &name[at + 1..]));
    parts.filter(|(interface, inner)| !interface.is_empty() && !inner.is_empty())
}

/// Whether a name can be that of something in an interface.
pub(in crate::checks::service) fn is_dotted(name: &str) -> bool {
    splits(name).next().is_some()
}
