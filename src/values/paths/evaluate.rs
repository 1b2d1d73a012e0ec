//! Conditions about a node or a relationship, as far as they can be decided before the service runs.

use std::rc::Rc;

use crate::functions::{PathEnd, Source};
use crate::literals::{BuiltIn, Value};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::values::evaluator::Known;
use crate::values::typing::{Scope, typed_call};
use crate::yaml::Node;

use super::entity::{Entity, NodePlace, RelationshipPlace};

/// Whether a condition holds where `SELF` is a node of `template`; none where that is not known before the
/// service runs.
pub(in crate::values) fn holds_for_node<'g>(
    cx: &Checker<'g>,
    condition: Node<'g>,
    template: NodeTemplateView<'g>,
) -> Option<bool> {
    decide(cx, condition, Entity::Node(NodePlace::of_template(template)))
}

/// The same where `SELF` is the relationship of an assignment that counts for `template`; none also where
/// the condition does not depend on it at all.
pub(in crate::values) fn holds_for_assignment<'g>(
    cx: &Checker<'g>,
    condition: Node<'g>,
    template: NodeTemplateView<'g>,
    assignment: RequirementAssignmentView<'g>,
) -> Option<bool> {
    let node = NodePlace::of_template(template);
    let place = RelationshipPlace::of_assignment(node, assignment);
    let mut calls = cx.types.expressions.calls_in(condition);
    let is_about_nodes = calls.any(|call| call.reads(Source::Path(PathEnd::Property)));
    decide(cx, condition, Entity::Relationship(place)).filter(|_| is_about_nodes)
}

fn decide<'g>(cx: &Checker<'g>, condition: Node<'g>, own: Entity<'g>) -> Option<bool> {
    let scope = Scope { own: Some(Rc::new(own)), ..Scope::default() };
    let typing = typed_call(&cx.typings, condition, &ValueType::built_in(BuiltIn::Boolean), &scope);
    match cx.evaluator(&typing, None).evaluate(condition) {
        Known::Value(Value::Boolean(value)) => Some(value),
        _ => None,
    }
}
