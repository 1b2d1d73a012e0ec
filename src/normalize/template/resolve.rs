//! Resolves the calls in all values of a service template.

use crate::model::service::{NodeTemplateView, RelationshipTemplateView, ServiceView};
use crate::model::types::Requirements;
use crate::normalize::context::Cx;
use crate::normalize::expression::{NormalExpression, Values};
use crate::normalize::named::NamedParts;
use crate::normalize::paths::{Place, resolve};
use crate::normalize::shared::{Shared, SharedMap};
use crate::normalize::types::artifact::NormalArtifact;
use crate::normalize::types::field::NormalField;
use crate::normalize::types::implementation::{Executable, Implementation};
use crate::normalize::types::policy::NormalTrigger;

use super::activity::NormalActivity;
use super::interface::{InterfaceAssignment, OperationAssignment};
use super::node::{self, CapabilityAssignment, NormalNodeTemplate};
use super::requirement::{NormalRequirementAssignment, RelationshipAssignment, TargetNode};
use super::service::ServiceTemplate;

/// Resolves the calls of a node template.
pub(in crate::normalize) fn node<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    node: &mut NormalNodeTemplate,
) {
    let place = Place::Node(template);
    node.substitutes = node::substitutes(cx, template);
    node.count.iter_mut().for_each(|count| resolve(cx, place, count));
    values(cx, place, &mut node.properties);
    values(cx, place, &mut node.attributes);
    if has_any(&node.capabilities, |part| has_calls(&part.properties) || has_calls(&part.attributes)) {
        each(&mut node.capabilities, |part: &mut CapabilityAssignment| {
            values(cx, place, &mut part.properties);
            values(cx, place, &mut part.attributes);
        });
    }
    let written = template.requirements();
    for (index, requirement) in node.requirements.iter_mut().enumerate() {
        let relationship = match written.get(index) {
            Some(assignment) => Some(Place::Relationship(template, assignment.name(), Some(assignment))),
            None => cx.types.defined(template.node_type).and_then(|ty| {
                let id = cx.types.member(ty, Requirements, &requirement.name)?;
                Some(Place::Relationship(template, cx.types.requirement(id).key().text(), None))
            }),
        };
        self::requirement(cx, place, relationship.unwrap_or(Place::Nothing), requirement);
    }
    interfaces(cx, place, &mut node.interfaces);
    node.artifacts.iter_mut().for_each(|part| artifact(cx, place, part));
    node.node_filter.iter_mut().for_each(|clause| resolve(cx, place, clause));
}

fn requirement<'g>(
    cx: &mut Cx<'g>,
    node: Place<'g>,
    relationship: Place<'g>,
    requirement: &mut NormalRequirementAssignment,
) {
    if let Some(TargetNode::Indexed(_, index)) = &mut requirement.node {
        resolve(cx, node, index);
    }
    if let Some(assignment) = &mut requirement.relationship {
        let part: &RelationshipAssignment = assignment;
        if has_calls(&part.properties)
            || has_calls(&part.attributes)
            || has_any(&part.interfaces, interface_has_calls)
        {
            let mut part = part.clone();
            values(cx, relationship, &mut part.properties);
            values(cx, relationship, &mut part.attributes);
            interfaces(cx, relationship, &mut part.interfaces);
            *assignment = part.into();
        }
    }
    values(cx, node, &mut requirement.allocation);
    resolve(cx, node, &mut requirement.count);
    // In a filter, `SELF` is a node that is not known yet.
    requirement.node_filter.iter_mut().for_each(|clause| resolve(cx, Place::Nothing, clause));
}

/// Resolves the calls of everything in a service template except for node templates.
pub(in crate::normalize) fn service<'g, N>(
    cx: &mut Cx<'g>,
    view: ServiceView<'g>,
    template: &mut ServiceTemplate<N>,
) {
    fields(cx, &mut template.inputs);
    fields(cx, &mut template.outputs);
    let nothing = Place::Nothing;
    for (name, relationship) in &mut template.relationship_templates.0 {
        let named = view.relationship_template_named(name);
        let place = named.map_or(nothing, |template: RelationshipTemplateView<'g>| Place::Template(template));
        values(cx, place, &mut relationship.properties);
        values(cx, place, &mut relationship.attributes);
        interfaces(cx, place, &mut relationship.interfaces);
    }
    for group in template.groups.iter_mut() {
        values(cx, nothing, &mut group.properties);
        values(cx, nothing, &mut group.attributes);
    }
    for policy in &mut template.policies {
        values(cx, nothing, &mut policy.properties);
        let called = policy.nodes.first().and_then(|name| view.node_template_named(name));
        for part in policy.triggers.iter_mut() {
            part.action.iter_mut().for_each(|part| part.split_operation(cx, called));
            trigger(cx, part);
        }
    }
    for workflow in template.workflows.iter_mut() {
        fields(cx, &mut workflow.inputs);
        workflow.precondition.iter_mut().for_each(|clause| resolve(cx, nothing, clause));
        workflow.implementation.iter_mut().for_each(|part| implementation(cx, nothing, part));
        workflow.outputs.iter_mut().for_each(|output| resolve(cx, nothing, output));
        for step in workflow.steps.iter_mut() {
            let place = view.node_template_named(&step.target).map_or(nothing, Place::Node);
            let place = if step.target_relationship.is_none() { place } else { nothing };
            let called = step.nodes.first().and_then(|name| view.node_template_named(name));
            let called = called.filter(|_| step.target_relationship.is_none());
            step.activities.iter_mut().for_each(|part| part.split_operation(cx, called));
            step.filter.iter_mut().for_each(|clause| resolve(cx, place, clause));
            step.activities.iter_mut().for_each(|part| activity(cx, place, part));
        }
    }
}

fn trigger(cx: &mut Cx<'_>, trigger: &mut NormalTrigger) {
    trigger.condition.iter_mut().for_each(|clause| resolve(cx, Place::Nothing, clause));
    trigger.action.iter_mut().for_each(|part| activity(cx, Place::Nothing, part));
}

fn activity<'g>(cx: &mut Cx<'g>, place: Place<'g>, activity: &mut NormalActivity) {
    values(cx, place, &mut activity.inputs);
}

fn fields(cx: &mut Cx<'_>, fields: &mut NamedParts<NormalField>) {
    for field in fields.iter_mut() {
        let parts = [&mut field.default, &mut field.given, &mut field.value];
        for value in parts.into_iter().flatten().chain(&mut field.validation) {
            resolve(cx, Place::Nothing, value);
        }
    }
}

fn interfaces<'g>(cx: &mut Cx<'g>, place: Place<'g>, interfaces: &mut SharedMap<InterfaceAssignment>) {
    if !has_any(interfaces, interface_has_calls) {
        return;
    }
    each(interfaces, |interface: &mut InterfaceAssignment| {
        values(cx, place, &mut interface.inputs);
        for operation in interface.operations.iter_mut().chain(interface.notifications.iter_mut()) {
            if operation_has_calls(operation) {
                let mut part: OperationAssignment = (**operation).clone();
                values(cx, place, &mut part.inputs);
                part.implementation.iter_mut().for_each(|part| implementation(cx, place, part));
                *operation = part.into();
            }
        }
    });
}

fn implementation<'g>(cx: &mut Cx<'g>, place: Place<'g>, implementation: &mut Implementation) {
    for executable in implementation.primary.iter_mut().chain(&mut implementation.dependencies) {
        if let Executable::Inline(part) = executable {
            artifact(cx, place, part);
        }
    }
    implementation.timeout.iter_mut().for_each(|timeout| resolve(cx, place, timeout));
}

fn artifact<'g>(cx: &mut Cx<'g>, place: Place<'g>, artifact: &mut NormalArtifact) {
    resolve(cx, place, &mut artifact.file);
    values(cx, place, &mut artifact.properties);
}

fn values<'g>(cx: &mut Cx<'g>, place: Place<'g>, values: &mut Values) {
    values.iter_mut().for_each(|assigned| resolve(cx, place, &mut assigned.value));
}

/// Replaces the parts of a map that many templates may share by separate ones.
fn each<T: Clone>(map: &mut SharedMap<T>, mut change: impl FnMut(&mut T)) {
    let changed = map.0.iter().map(|(name, part)| {
        let mut part: T = (**part).clone();
        change(&mut part);
        (name.clone(), Shared::from(part))
    });
    let changed: NamedParts<Shared<T>> = changed.collect();
    *map = changed.into();
}

fn has_any<T>(map: &SharedMap<T>, has_calls: impl Fn(&T) -> bool) -> bool {
    map.iter().any(|(_, part)| has_calls(part))
}

fn has_calls(values: &Values) -> bool {
    !values.iter().all(|(_, assigned)| assigned.value.is_constant())
}

fn interface_has_calls(interface: &InterfaceAssignment) -> bool {
    let mut operations = interface.operations.iter().chain(interface.notifications.iter());
    has_calls(&interface.inputs) || operations.any(|(_, operation)| operation_has_calls(operation))
}

fn operation_has_calls(operation: &OperationAssignment) -> bool {
    let in_artifact = |executable: &Executable| match executable {
        Executable::Inline(part) => !part.file.is_constant() || has_calls(&part.properties),
        _ => false,
    };
    let implementation_has_calls = |part: &Implementation| {
        part.primary.iter().chain(&part.dependencies).any(in_artifact)
            || !part.timeout.as_ref().is_none_or(NormalExpression::is_constant)
    };
    has_calls(&operation.inputs) || operation.implementation.as_ref().is_some_and(implementation_has_calls)
}
