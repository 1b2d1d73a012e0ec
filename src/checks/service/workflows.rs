//! Workflows: steps, what they act on and what they do (TOSCA 2.0 §13.2). Triggers of policies do the same
//! things.

mod activities;
mod callees;
mod calls;
mod inlines;
mod steps;

pub(super) use activities::is_dotted;
pub(super) use callees::{AssignedInterfaces, Callees, Unit};

use crate::diagnostics::{Instead, codes, quoted};
use crate::keynames::Slot;
use crate::model::service::{Member, NodeTemplateView, StepView, WorkflowView};
use crate::model::types::Requirements;
use crate::syntax::WorkflowStep;
use crate::yaml::Node;

use super::Review;
use super::assignments::words;

impl<'g> Review<'g> {
    pub(super) fn workflow(&mut self, workflow: WorkflowView<'g>) {
        let Some(steps) = &workflow.written().steps else { return };
        self.order(steps);
        for step in workflow.steps() {
            let callees = self.target_of(step);
            for activity in step.activities() {
                self.set_state(step.written(), activity);
                self.activity(activity, callees.as_ref(), Some(workflow));
            }
        }
    }

    /// What a step acts on; none where that is not known.
    fn target_of(&mut self, step: StepView<'g>) -> Option<Callees<'g>> {
        let name = step.written().target?;
        // Most steps act on the node itself; where a syntax error cuts one short, that is assumed.
        let relationship = match step.written().target_relationship() {
            Slot::Unreadable if step.written().unread.is_cut_short() => Slot::Absent,
            relationship => relationship,
        };
        match (step.target()?, relationship) {
            (_, Slot::Unreadable) => None,
            (Member::NodeTemplate(template), Slot::Absent) => Some(Callees::one(self.callee(template)?)),
            (Member::NodeTemplate(template), Slot::Given(relationship)) => {
                self.relationships_of(template, self.node(relationship.0))
            }
            (Member::Group(group), Slot::Absent) => {
                let nodes = self.nodes_of(group);
                let units = nodes.list.iter().map(|template| self.callee(*template).map(Unit::one));
                let units: Vec<Option<Unit<'g>>> = units.collect();
                let whole = nodes.whole && units.iter().all(Option::is_some);
                let words = format!("the nodes of group {}", quoted(group.key().text()));
                Some(Callees::several(units.into_iter().flatten().collect(), words, whole))
            }
            (Member::Group(group), Slot::Given(relationship)) => {
                let keyname = self.node(relationship.0).entry_key();
                let place = self.node(name.node);
                let kind = codes::wrong_kind::found(
                    place.span(),
                    place.text(),
                    "group",
                    "node template",
                    Some(group.key().span()),
                );
                let found = kind.also(keyname.span(), "only a node has requirements");
                self.report(place, found);
                None
            }
        }
    }

    /// The relationships that a requirement of a node template stands for.
    fn relationships_of(&mut self, template: NodeTemplateView<'g>, name: Node<'g>) -> Option<Callees<'g>> {
        let of = self.type_of(template)?;
        let names = self.types.members(of, Requirements);
        let Some(id) = names.get(name.text()) else {
            if !of.is_open {
                let instead = Instead::of(name.text(), names.names());
                let found = codes::unknown_member::found(
                    name.span(),
                    "requirement",
                    name.text(),
                    &words(of).to_string(),
                    &instead,
                );
                self.report(name, found.also(of.key().span(), "the type is defined here"));
            }
            return None;
        };
        self.relationship_callees(template, id, name)
    }

    /// A relationship has no state that could be set.
    fn set_state(&mut self, step: &'g WorkflowStep, activity: &'g crate::syntax::ActivityFields) {
        if let (Some(state), Some(relationship)) = (activity.set_state, step.target_relationship) {
            let [key, keyname] = [state.0, relationship.0].map(|value| self.node(value).entry_key());
            let found = codes::no_effect::found(
                key.span(),
                "`set_state` on a relationship",
                "only nodes have a state",
                "put it into a step without `target_relationship`",
            );
            self.report(key, found.also(keyname.span(), "the step acts on a relationship"));
        }
    }
}
