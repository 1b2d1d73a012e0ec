//! Evaluates conditions about a node or a relationship, as far as they can be decided before the service
//! runs.

use std::rc::Rc;

use crate::functions::{FunctionSource, PathEnd};
use crate::literals::{BuiltIn, Value};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::values::evaluator::CallResult;
use crate::values::instance::{EntityInstance, NodeInstance, RelationshipInstance};
use crate::values::typing::{Scope, typed_call};
use crate::yaml::YamlNode;

use super::entity::{Entity, PathNode, PathRelationship};

/// Whether a condition holds if `SELF` is a node of `template`, or `None` if that is only known at run time.
pub(in crate::values) fn holds_for_node<'g>(
    cx: &Checker<'g>,
    condition: YamlNode<'g>,
    template: NodeTemplateView<'g>,
) -> Option<bool> {
    let instance = EntityInstance::Node(NodeInstance::of_template(template));
    decide(cx, condition, Entity::Node(PathNode::of_template(template)), instance)
}

/// Whether a condition holds if `SELF` is the relationship of an assignment of `template`, or `None` if that
/// is only known at run time or if the condition does not depend on the relationship.
pub(in crate::values) fn holds_for_assignment<'g>(
    cx: &Checker<'g>,
    condition: YamlNode<'g>,
    template: NodeTemplateView<'g>,
    assignment: RequirementAssignmentView<'g>,
) -> Option<bool> {
    let node = PathNode::of_template(template);
    let relationship = PathRelationship::of_assignment(node, assignment);
    let mut calls = cx.types.expressions.calls_in(condition);
    let is_about_nodes = calls.any(|call| call.reads(FunctionSource::Path(PathEnd::Property)));
    let source = NodeInstance::of_template(template);
    let instance = EntityInstance::Relationship(RelationshipInstance::of_assignment(source, assignment));
    decide(cx, condition, Entity::Relationship(relationship), instance).filter(|_| is_about_nodes)
}

fn decide<'g>(
    cx: &Checker<'g>,
    condition: YamlNode<'g>,
    self_entity: Entity<'g>,
    instance: EntityInstance<'g>,
) -> Option<bool> {
    let scope = Scope { self_entity: Some(Rc::new(self_entity)), ..Scope::default() };
    let typing = typed_call(&cx.typings, condition, &ValueType::built_in(BuiltIn::Boolean), &scope);
    match cx.evaluator(&typing, None).of(Some(instance)).evaluate(condition) {
        CallResult::Value(Value::Boolean(value)) => Some(value),
        _ => None,
    }
}
