//! Finds names in workflows and triggers: steps, and what activities call.

use crate::keynames::{Map, Slot, ValueNode};
use crate::model::service::{
    ActivityKeyname, ActivityView, Member, NodeTemplateView, ServiceView, StepView, WorkflowView,
};
use crate::model::types::{
    InterfaceTable, Interfaces, OperationId, Operations, Requirements, TypeRef, TypeView,
};
use crate::syntax::{ActivityFields, TriggerDefinition, WorkflowOutput};
use crate::yaml::{NodeId, YamlNode};

use super::{Finder, calls, interfaces, values};
use crate::ide::referent::{PartKind, Referent};

/// The maximum number of group members that are searched.
const MAX_MEMBERS: usize = 100;

/// The interfaces of the possible targets of an activity.
pub(super) type Targets<'m> = Vec<InterfaceTable<'m>>;

/// Finds the names in a workflow.
pub(super) fn workflow<'m>(finder: &mut Finder<'m>, workflow: WorkflowView<'m>) {
    for input in workflow.inputs() {
        finder.defines_part(input.key.id(), PartKind::Input);
    }
    let written = workflow.written();
    for (key, output) in written.outputs.iter().flat_map(|map| &map.entries) {
        finder.defines_part(*key, PartKind::Output);
        if let WorkflowOutput::Mapping(mapping) = output {
            calls::mapping(finder, finder.node(mapping.0));
        }
    }
    interfaces::implementation(finder, written.implementation.as_ref(), None, None);
    for key in written.steps.iter().flat_map(Map::keys) {
        finder.defines_part(key, PartKind::Step);
    }
    for step in workflow.steps() {
        self::step(finder, workflow, step);
    }
}

fn step<'m>(finder: &mut Finder<'m>, workflow: WorkflowView<'m>, step: StepView<'m>) {
    let steps = || workflow.written().steps.iter().flat_map(Map::keys);
    let next = [&step.written().on_success, &step.written().on_failure].into_iter().flatten();
    for name in next.flat_map(|names| &names.names) {
        let name = finder.node(*name);
        if let Some(key) = steps().find(|key| finder.node(*key).text() == name.text()) {
            finder.uses(name, Referent::Part(PartKind::Step, finder.source(key)));
        }
    }
    let target = step.target();
    let mut targets = match target {
        Some(Member::NodeTemplate(template)) => interfaces_of_nodes(finder, [template]),
        Some(Member::Group(group)) => nodes(finder, workflow.service(), group.members()),
        None => Vec::new(),
    };
    if let Some(name) = step.written().target_relationship {
        targets.clear();
        let name = finder.node(name.0);
        let ty = match target {
            Some(Member::NodeTemplate(template)) => finder.types.defined(template.node_type),
            _ => None,
        };
        if let Some(id) = ty.and_then(|ty| finder.types.member(ty, Requirements, name.text())) {
            finder.uses(name, Referent::Requirement(id));
            let used = finder.types.requirement(id).relationship.relationship_type;
            let used = used.map_or(TypeRef::Unknown, |used| used.meaning);
            targets.push(finder.types.relationship_interfaces(id, used));
        }
    }
    for activity in step.activities() {
        self::activity(finder, activity, &targets);
    }
}

/// Finds the names in a trigger of a policy with these `targets`.
pub(super) fn trigger<'m>(finder: &mut Finder<'m>, trigger: &'m TriggerDefinition, targets: &Targets<'m>) {
    if let Some(event) = trigger.event {
        operation(finder, finder.node(event.0), targets, Operations::Notifications);
    }
    for activity in trigger.action.iter().flat_map(|list| &list.items) {
        self::activity(finder, &activity.0, targets);
    }
}

/// Returns the interfaces of the named node templates and groups.
pub(super) fn nodes<'m>(
    finder: &Finder<'m>,
    service: ServiceView<'m>,
    names: impl DoubleEndedIterator<Item = NodeId>,
) -> Targets<'m> {
    interfaces_of_nodes(finder, service.reached(names, MAX_MEMBERS))
}

fn interfaces_of_nodes<'m>(
    finder: &Finder<'m>,
    nodes: impl IntoIterator<Item = NodeTemplateView<'m>>,
) -> Targets<'m> {
    let types = nodes.into_iter().take(MAX_MEMBERS).filter_map(|node| finder.types.defined(node.node_type));
    types.map(|ty| finder.types.members(ty, Interfaces)).collect()
}

/// Returns the interfaces of the types that a policy type allows as targets.
pub(super) fn targets_of_type<'m>(finder: &Finder<'m>, ty: TypeView<'m>) -> Targets<'m> {
    let types = finder.types;
    let Some((_, list)) = types.allowed(ty) else { return Vec::new() };
    let allowed = list.items().filter_map(|name| types.definition_named(name));
    allowed.map(|id| types.members(types.get(id), Interfaces)).collect()
}

fn activity<'m>(finder: &mut Finder<'m>, written: &'m ActivityFields, targets: &Targets<'m>) {
    for activity in ActivityView::all(written) {
        let Some(name) = activity.name.map(|name| finder.node(name)) else { continue };
        match activity.keyname {
            ActivityKeyname::SetState => {}
            ActivityKeyname::CallOperation => {
                if let Some((inputs, id)) = operation(finder, name, targets, Operations::Operations) {
                    let inputs = inputs.refined_by(finder.types.operation_inputs(id));
                    values::assigned(finder, activity.inputs, |name| inputs.get(name));
                }
            }
            ActivityKeyname::Delegate | ActivityKeyname::Inline => {
                delegated(finder, name, activity.inputs, activity.keyname == ActivityKeyname::Delegate);
            }
        }
    }
}

/// Finds the workflow that an activity names and its inputs. `resolve` does not resolve the name after
/// `delegate`, so it is added here.
fn delegated<'m>(
    finder: &mut Finder<'m>,
    name: YamlNode<'m>,
    inputs: Slot<&'m Map<ValueNode>>,
    is_delegate: bool,
) {
    let Some(service) = finder.model.service(finder.file.id) else { return };
    let Some(workflow) = service.workflows().find(|workflow| workflow.name() == name.text()) else { return };
    if is_delegate {
        finder.uses(name, Referent::Part(PartKind::Workflow, workflow.key().source()));
    }
    for (key, value) in inputs.given().into_iter().flat_map(|map| &map.entries) {
        let key = finder.node(*key);
        let Some(input) = workflow.inputs().find(|input| input.name() == key.text()) else { continue };
        finder.uses(key, Referent::Part(PartKind::Input, input.key.source()));
        if let Some(field) = input.field {
            values::value(finder, finder.node(value.0), crate::values::ValueType::Field(field));
        }
    }
}

/// Finds the operation or notification `interface.operation` of the first target that has it, and returns it
/// with the inputs of its interface.
fn operation<'m>(
    finder: &mut Finder<'m>,
    name: YamlNode<'m>,
    targets: &Targets<'m>,
    section: Operations,
) -> Option<(crate::model::types::FieldTable<'m>, OperationId)> {
    let types = finder.types;
    let text = name.text();
    // Names of interfaces and operations can contain dots.
    let splits = text.match_indices('.').map(|(dot, _)| dot);
    let (dot, interface, id) = splits.into_iter().find_map(|dot| {
        targets.iter().find_map(|interfaces| {
            let interface = interfaces.get(text.get(..dot)?)?;
            let id = types.interface_operations(interface, section).get(text.get(dot + 1..)?)?;
            Some((dot, interface, id))
        })
    })?;
    finder.uses_part(name, (0, dot), Referent::from_interface(types, interface));
    finder.uses_part(name, (dot + 1, text.len()), Referent::from_operation(types, id));
    Some((types.interface_inputs(interface), id))
}
