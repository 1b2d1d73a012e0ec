//! The values of properties that paths lead to, as far as they are written (TOSCA 2.0 §10.2.1.2).

use std::rc::Rc;

use crate::functions::{Failure, PathEnd, Source};
use crate::literals::Value;
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::values::check::Checker;
use crate::values::evaluator::{Evaluator, Known, part};
use crate::values::{ValueType, What};
use crate::yaml::Node;

use super::entity::{Entity, NodePlace, RelationshipPlace};

/// Values that read values go so deep; what lies deeper is as good as unknown.
const DEEPEST: u32 = 64;

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
        let mut evaluator = self.evaluator(None);
        evaluator.own = Some(Rc::new(own));
        match evaluator.evaluate(condition) {
            Known::Value(Value::Boolean(value)) => Some(value),
            _ => None,
        }
    }
}

impl<'g> Evaluator<'_, 'g> {
    /// The property that a call of `$get_property` reads.
    pub(in crate::values) fn property(&mut self, call: Node<'g>, items: &[Node<'g>]) -> Known<'g> {
        let mut quiet = Checker::with(self.inputs.model(), Rc::clone(self.inputs));
        quiet.own.clone_from(&self.own);
        let around = quiet.around(call);
        let Ok(reached) = quiet.walk(items, PathEnd::Property, &around) else { return Known::Unknown };
        if reached.all || quiet.found.iter().any(|found| found.level == crate::diagnostics::Level::Error) {
            return Known::Unknown;
        }
        let Some((entity, at, id)) = quiet.named(call, PathEnd::Property, &reached, items) else {
            return Known::Unknown;
        };
        let types = self.types;
        let field = types.field(id);
        let Some((node, true)) = entity.value(types, id) else { return Known::Unknown };
        let value = self.inputs.property(node, DEEPEST, |inputs| {
            let mut quiet = Checker::with(inputs.model(), Rc::clone(inputs));
            quiet.check(node, &ValueType::Field(field), What::Named("property", field.name()))
        });
        let Some(value) = value else { return Known::Unknown };
        let mut at_value = &*value;
        for step in &items[at + 1..] {
            let key = match self.evaluate(*step) {
                Known::Value(key) => key,
                other => return other,
            };
            at_value = match part(at_value, &key) {
                Some(part) => part,
                None => return Known::Failed(*step, Failure::NoPart(Some(node.span()))),
            };
        }
        Known::Value(at_value.clone())
    }
}
