//! Workflows and triggers: steps, and what activities call.

use crate::keynames::{Map, Slot, Value};
use crate::model::service::{
    ActivityKeyname, ActivityView, Member, NodeTemplateView, ServiceView, StepView, WorkflowView,
};
use crate::model::types::{
    InterfaceTable, Interfaces, OperationId, Operations, Requirements, TypeRef, TypeView,
};
use crate::syntax::{ActivityFields, TriggerDefinition, WorkflowOutput};
use crate::yaml::{Node, NodeId};

use super::{Finder, calls, interfaces, values};
use crate::ide::referent::{PartKind, Referent};

/// So many members of groups are looked at.
const MOST_MEMBERS: usize = 100;

/// The interfaces of what an activity may act on.
pub(super) type Targets<'m> = Vec<InterfaceTable<'m>>;

/// The names in a workflow.
pub(super) fn workflow<'m>(found: &mut Finder<'m>, workflow: WorkflowView<'m>) {
    for input in workflow.inputs() {
        found.defines_part(input.key.id(), PartKind::Input);
    }
    let written = workflow.written();
    for (key, output) in written.outputs.iter().flat_map(|map| &map.entries) {
        found.defines_part(*key, PartKind::Output);
        if let WorkflowOutput::Mapping(mapping) = output {
            calls::mapping(found, found.node(mapping.0));
        }
    }
    interfaces::implementation(found, written.implementation.as_ref(), None, None);
    for key in written.steps.iter().flat_map(Map::keys) {
        found.defines_part(key, PartKind::Step);
    }
    for step in workflow.steps() {
        self::step(found, workflow, step);
    }
}

fn step<'m>(found: &mut Finder<'m>, workflow: WorkflowView<'m>, step: StepView<'m>) {
    let steps = || workflow.written().steps.iter().flat_map(Map::keys);
    let next = [&step.written().on_success, &step.written().on_failure].into_iter().flatten();
    for name in next.flat_map(|names| &names.names) {
        let name = found.node(*name);
        if let Some(key) = steps().find(|key| found.node(*key).text() == name.text()) {
            found.uses(name, Referent::Part(PartKind::Step, found.source(key)));
        }
    }
    let target = step.target();
    let mut targets = match target {
        Some(Member::NodeTemplate(template)) => of_nodes(found, [template]),
        Some(Member::Group(group)) => nodes(found, workflow.service(), group.members()),
        None => Vec::new(),
    };
    if let Some(name) = step.written().target_relationship {
        targets.clear();
        let name = found.node(name.0);
        let of = match target {
            Some(Member::NodeTemplate(template)) => found.types.defined(template.node_type),
            _ => None,
        };
        if let Some(id) = of.and_then(|of| found.types.member(of, Requirements, name.text())) {
            found.uses(name, Referent::Requirement(id));
            let used = found.types.requirement(id).relationship.relationship_type;
            let used = used.map_or(TypeRef::Unknown, |used| used.meaning);
            targets.push(found.types.relationship_interfaces(id, used));
        }
    }
    for activity in step.activities() {
        self::activity(found, activity, &targets);
    }
}

/// The names in a trigger of a policy that acts on `targets`.
pub(super) fn trigger<'m>(found: &mut Finder<'m>, trigger: &'m TriggerDefinition, targets: &Targets<'m>) {
    if let Some(event) = trigger.event {
        operation(found, found.node(event.0), targets, Operations::Notifications);
    }
    for activity in trigger.action.iter().flat_map(|list| &list.items) {
        self::activity(found, &activity.0, targets);
    }
}

/// The interfaces of the node templates and groups that some names mean.
pub(super) fn nodes<'m>(
    found: &Finder<'m>,
    service: ServiceView<'m>,
    names: impl DoubleEndedIterator<Item = NodeId>,
) -> Targets<'m> {
    of_nodes(found, service.reached(names, MOST_MEMBERS))
}

fn of_nodes<'m>(found: &Finder<'m>, nodes: impl IntoIterator<Item = NodeTemplateView<'m>>) -> Targets<'m> {
    let types = nodes.into_iter().take(MOST_MEMBERS).filter_map(|node| found.types.defined(node.node_type));
    types.map(|of| found.types.members(of, Interfaces)).collect()
}

/// The interfaces of the types that a policy type admits as targets.
pub(super) fn targets_of_type<'m>(found: &Finder<'m>, of: TypeView<'m>) -> Targets<'m> {
    let types = found.types;
    let Some((_, list)) = types.admitted(of) else { return Vec::new() };
    let admitted = list.items().filter_map(|name| types.definition_named(name));
    admitted.map(|id| types.members(types.get(id), Interfaces)).collect()
}

fn activity<'m>(found: &mut Finder<'m>, written: &'m ActivityFields, targets: &Targets<'m>) {
    for activity in ActivityView::all(written) {
        let Some(name) = activity.name.map(|name| found.node(name)) else { continue };
        match activity.keyname {
            ActivityKeyname::SetState => {}
            ActivityKeyname::CallOperation => {
                if let Some((inputs, id)) = operation(found, name, targets, Operations::Operations) {
                    let inputs = inputs.refined_by(found.types.operation_inputs(id));
                    values::assigned(found, activity.inputs, |name| inputs.get(name));
                }
            }
            ActivityKeyname::Delegate | ActivityKeyname::Inline => {
                delegated(found, name, activity.inputs, activity.keyname == ActivityKeyname::Delegate);
            }
        }
    }
}

/// The workflow that an activity names; where it delegates to it, the name is one that `resolve` leaves alone.
fn delegated<'m>(found: &mut Finder<'m>, name: Node<'m>, inputs: Slot<&'m Map<Value>>, names_it: bool) {
    let Some(service) = found.model.service(found.file.id) else { return };
    let Some(workflow) = service.workflows().find(|workflow| workflow.name() == name.text()) else { return };
    if names_it {
        found.uses(name, Referent::Part(PartKind::Workflow, workflow.key().source()));
    }
    for (key, value) in inputs.given().into_iter().flat_map(|map| &map.entries) {
        let key = found.node(*key);
        let Some(input) = workflow.inputs().find(|input| input.name() == key.text()) else { continue };
        found.uses(key, Referent::Part(PartKind::Input, input.key.source()));
        if let Some(field) = input.field {
            values::value(found, found.node(value.0), crate::values::ValueType::Field(field));
        }
    }
}

/// The operation or notification `interface.operation` of the first target that has it, with the inputs of its
/// interface. The name is noted.
fn operation<'m>(
    found: &mut Finder<'m>,
    name: Node<'m>,
    targets: &Targets<'m>,
    section: Operations,
) -> Option<(crate::model::types::FieldTable<'m>, OperationId)> {
    let types = found.types;
    let text = name.text();
    // Names of interfaces and operations can have dots in them.
    let splits = text.match_indices('.').map(|(dot, _)| dot);
    let (dot, interface, id) = splits.into_iter().find_map(|dot| {
        targets.iter().find_map(|interfaces| {
            let interface = interfaces.get(text.get(..dot)?)?;
            let id = types.interface_operations(interface, section).get(text.get(dot + 1..)?)?;
            Some((dot, interface, id))
        })
    })?;
    found.uses_part(name, (0, dot), Referent::of_interface(types, interface));
    found.uses_part(name, (dot + 1, text.len()), Referent::of_operation(types, id));
    Some((types.interface_inputs(interface), id))
}
