//! Conditions about a node or a relationship, as far as they can be decided before the service runs.

use std::rc::Rc;

use crate::functions::{PathEnd, Source};
use crate::literals::{BuiltIn, Value};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::values::evaluator::Known;
use crate::yaml::Node;

use super::entity::{Entity, NodePlace, RelationshipPlace};

impl<'g> Checker<'g> {
    /// Whether a condition holds where `SELF` is a node of `template`; none where that is not known before the
    /// service runs.
    #[must_use]
    pub fn holds_for_node(&self, condition: Node<'g>, template: NodeTemplateView<'g>) -> Option<bool> {
        self.decide(condition, Entity::Node(NodePlace::of_template(template)))
    }

    /// The same where `SELF` is the relationship of an assignment that counts for `template`; none also where
    /// the condition does not depend on it at all.
    #[must_use]
    pub fn holds_for_assignment(
        &self,
        condition: Node<'g>,
        template: NodeTemplateView<'g>,
        assignment: RequirementAssignmentView<'g>,
    ) -> Option<bool> {
        let node = NodePlace::of_template(template);
        let place = RelationshipPlace::of_assignment(node, assignment);
        let mut calls = self.types.expressions.calls_in(condition);
        let is_about_nodes = calls.any(|call| call.reads(Source::Path(PathEnd::Property)));
        self.decide(condition, Entity::Relationship(place)).filter(|_| is_about_nodes)
    }

    fn decide(&self, condition: Node<'g>, own: Entity<'g>) -> Option<bool> {
        let mut quiet = self.quiet();
        quiet.own = Some(Rc::new(own));
        quiet.expression(condition, &ValueType::built_in(BuiltIn::Boolean));
        match quiet.evaluator(None).evaluate(condition) {
            Known::Value(Value::Boolean(value)) => Some(value),
            _ => None,
        }
    }
}
