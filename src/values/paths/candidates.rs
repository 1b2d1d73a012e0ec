//! Evaluates node filters for nodes that could be the target of a requirement without one (TOSCA 2.0 §8.6).

use std::rc::Rc;

use crate::literals::{BuiltIn, Value};
use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::values::ValueType;
use crate::values::check::Checker;
use crate::values::evaluator::CallResult;
use crate::values::typing::{Scope, typed_call};
use crate::yaml::YamlNode;

use super::entity::{Entity, PathNode, PathRelationship};

/// Whether a node filter holds if `candidate` is the target of an assignment of `source`, or `None` if that is only
/// known at run time.
#[must_use]
pub(crate) fn holds_for_candidate<'g>(
    checker: &Checker<'g>,
    filter: YamlNode<'g>,
    source: NodeTemplateView<'g>,
    assignment: RequirementAssignmentView<'g>,
    candidate: NodeTemplateView<'g>,
) -> Option<bool> {
    let relationship = PathRelationship::of_assignment(PathNode::of_template(source), assignment);
    let relationship = relationship.with_target(PathNode::of_template(candidate));
    let self_entity = Some(Rc::new(Entity::Relationship(relationship)));
    let scope = Scope { self_entity, ..Scope::default() };
    let typing = typed_call(&checker.typings, filter, &ValueType::built_in(BuiltIn::Boolean), &scope);
    match checker.evaluator(&typing, None).evaluate(filter) {
        CallResult::Value(Value::Boolean(holds)) => Some(holds),
        _ => None,
    }
}
