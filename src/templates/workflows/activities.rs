//! Activities, each by its kind (TOSCA 2.0 §13.2.3).

use crate::diagnostics::codes;
use crate::grammar::{Either, Map, NameKind, Slot, Unread, Value};
use crate::syntax::{ActivityFields, WorkflowDefinition};
use crate::templates::{Review, entries};
use crate::values::{ValueType, What};
use crate::yaml::{Node, NodeId};

use super::callees::Callees;

/// The inputs that an activity gives.
#[derive(Clone, Copy)]
pub(super) struct Given<'g> {
    /// Those that could be read.
    pub(super) map: Option<&'g Map<Value>>,
    /// Where they are written.
    pub(super) written: Option<Node<'g>>,
    /// Whether nothing was lost.
    pub(super) whole: bool,
}

impl Given<'_> {
    /// Whether there is a value for `name`.
    pub(super) fn has(&self, name: &str) -> bool {
        self.written.is_some_and(|written| written.entry(name).is_some())
    }
}

impl<'g> Review<'g> {
    /// What an activity does to `callees`, in a `workflow` or in a trigger.
    pub(in crate::templates) fn activity(
        &mut self,
        activity: &'g ActivityFields,
        callees: Option<&Callees<'g>>,
        workflow: Option<&'g WorkflowDefinition>,
    ) {
        match &activity.delegate {
            Some(Either::Short(name)) => self.delegate(name.0, name.0),
            Some(Either::Long(long)) => {
                if let Some(name) = long.workflow {
                    self.delegate(long.node, name.0);
                }
                let given = self.given(activity, long.unread, long.inputs());
                self.loose_inputs(given, |_| true);
            }
            None => {}
        }
        match &activity.call_operation {
            Some(Either::Short(name)) => {
                self.call(self.node(name.0), none_given(activity), callees, workflow);
            }
            Some(Either::Long(long)) => {
                let given = self.given(activity, long.unread, long.inputs());
                match long.operation {
                    Some(name) => self.call(self.node(name.0), given, callees, workflow),
                    None => self.loose_inputs(given, |_| true),
                }
            }
            None => {}
        }
        match &activity.inline {
            Some(Either::Short(name)) => {
                self.inline(self.node(name.node), none_given(activity), workflow);
            }
            Some(Either::Long(long)) => {
                let given = self.given(activity, long.unread, long.inputs());
                match long.workflow {
                    Some(name) => self.inline(self.node(name.node), given, workflow),
                    None => self.loose_inputs(given, |_| true),
                }
            }
            None => {}
        }
    }

    fn given(&self, activity: &ActivityFields, unread: Unread, inputs: Slot<&'g Map<Value>>) -> Given<'g> {
        let map = inputs.given();
        let whole = unread.has_keynames_only() && inputs.is_complete() && activity.unread.has_keynames_only();
        Given { map, written: map.map(|map| self.node(map.node)), whole }
    }

    /// Values for inputs of which nothing is known.
    pub(super) fn loose_inputs(&mut self, given: Given<'g>, is_unknown: impl Fn(&str) -> bool) {
        let anything = ValueType::Open;
        for (key, value) in entries(given.map) {
            let (key, value) = (self.node(key), self.node(value.0));
            if is_unknown(key.text()) {
                self.checker.check(value, &anything, What::Named("input", key.text()));
            }
        }
    }

    /// A workflow of the orchestrator, which is hardly meant where the service template has it; `value` is that
    /// of the keyname.
    fn delegate(&mut self, value: NodeId, name: NodeId) {
        let name = self.node(name);
        let definitions = self.types.names.definitions(self.file.id);
        let mut keys = definitions
            .iter()
            .filter(|found| found.in_template && found.kind == NameKind::Workflow)
            .map(|found| self.node(found.key));
        if let Some(own) = keys.find(|key| key.text() == name.text()) {
            let key = self.node(value).entry_key();
            let found = codes::delegated_workflow::found(name.span(), name.text(), key.span(), own.span());
            self.report(name, found);
        }
    }
}

/// No inputs at all.
fn none_given<'g>(activity: &ActivityFields) -> Given<'g> {
    Given { map: None, written: None, whole: activity.unread.has_keynames_only() }
}

/// The ways to read a name as that of an interface and of something in it.
pub(super) fn splits(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = name.match_indices('.').map(|(at, _)| (&name[..at], &name[at + 1..]));
    parts.filter(|(interface, inner)| !interface.is_empty() && !inner.is_empty())
}

/// Whether a name can be that of something in an interface.
pub(in crate::templates) fn is_dotted(name: &str) -> bool {
    splits(name).next().is_some()
}
