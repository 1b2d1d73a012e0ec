//! Operations of the substituted node, which workflows of the service carry out (TOSCA 2.0 §15.6).

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Instead, Level, codes, list, quoted};
use crate::keynames::{Map, Ref};
use crate::model::Truth;
use crate::model::service::WorkflowView;
use crate::model::types::{
    FieldTable, Fields, InterfaceId, Interfaces, OperationId, OperationTable, Operations,
};
use crate::syntax::{WorkflowName, WorkflowOutput};
use crate::values::ValueType;
use crate::yaml::Node;

use super::parameters::{by_name, value_type};
use super::{Cx, member, node_template};

/// An operation and the workflow that carries it out.
struct Carried<'g> {
    /// The name of the operation.
    key: Node<'g>,
    /// Its definition.
    operation: OperationId,
    /// What it is given, inputs of the interface included.
    inputs: FieldTable<'g>,
    /// The name of the workflow.
    name: Node<'g>,
    /// The workflow.
    workflow: WorkflowView<'g>,
}

pub(super) fn interfaces<'g>(cx: &mut Cx<'g>) {
    let workflows = cx.service.workflows();
    let workflows: FxHashMap<&'g str, WorkflowView<'g>> =
        workflows.map(|workflow| (workflow.name(), workflow)).collect();
    let section = cx.mapping.interfaces.as_ref();
    for (key, operations) in section.into_iter().flat_map(|map| &map.entries) {
        let key = cx.node(*key);
        let Some(of) = cx.of else { return };
        let Some(interface) = member(cx, of, Interfaces, key, key.text()) else { continue };
        interface_operations(cx, interface, key, operations, &workflows);
    }
}

fn interface_operations<'g>(
    cx: &mut Cx<'g>,
    interface: InterfaceId,
    place: Node<'g>,
    map: &'g Map<Ref<WorkflowName>>,
    workflows: &FxHashMap<&'g str, WorkflowView<'g>>,
) {
    let types = cx.types;
    let operations = types.interface_operations(interface, Operations::Operations);
    let used = types.interface(interface).interface_type;
    let open = used.and_then(|used| types.defined(used.meaning)).is_none_or(|of| of.is_open);
    for (key, name) in &map.entries {
        let (key, name) = (cx.node(*key), cx.node(name.node));
        let Some(operation) = operations.get(key.text()) else {
            if !open {
                no_operation(cx, interface, place, key, &operations);
            }
            continue;
        };
        let inputs = types.interface_inputs(interface).refined_by(types.operation_inputs(operation));
        if let Some(workflow) = workflows.get(name.text()).copied() {
            let carried = Carried { key, operation, inputs, name, workflow };
            workflow_inputs(cx, &carried);
            operation_outputs(cx, &carried);
        }
    }
}

/// A name that is no operation: perhaps a notification, for which there is no grammar (15.6-05).
fn no_operation<'g>(
    cx: &mut Cx<'g>,
    interface: InterfaceId,
    place: Node<'g>,
    key: Node<'g>,
    operations: &OperationTable<'g>,
) {
    let notifications = cx.types.interface_operations(interface, Operations::Notifications);
    let found = match notifications.get(key.text()) {
        Some(id) => {
            let found = codes::no_effect::new(
                key.span(),
                &format!("the mapping of notification {}", quoted(key.text())),
                "workflows implement only operations",
                "remove it; notifications cannot be mapped",
            );
            found.also(cx.types.operation(id).key().span(), "notification defined here")
        }
        None => {
            let instead = Instead::of_words(key.text(), operations.names());
            let holder = format!("interface {}", quoted(place.text()));
            codes::unknown_member::new(key.span(), "operation", key.text(), &holder, &instead)
        }
    };
    cx.report(key, found);
}

/// What the workflow must be given should come from the inputs of the operation (15.6-04).
fn workflow_inputs<'g>(cx: &mut Cx<'g>, carried: &Carried<'g>) {
    let mut missing: Vec<(String, Span)> = Vec::new();
    for (name, input) in by_name(carried.workflow.inputs()) {
        match carried.inputs.get(name) {
            Some(id) => {
                let given = ValueType::Field(cx.types.field(id));
                let wanted = value_type(input);
                let place = cx.types.field(id).key();
                fits_parameter(cx, carried, name, (&given, place), (&wanted, input.key), true);
            }
            None if input.needs_value() => missing.push((quoted(name), input.key.span())),
            None => {}
        }
    }
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let found = codes::unmapped_parameter::workflow(
        carried.name.span(),
        &list(&names, "and"),
        carried.name.text(),
        carried.key.text(),
        missing.into_iter().map(|(_, span)| span),
    );
    cx.report(carried.name, found);
}

/// What the operation gives back should come from the outputs of the workflow (15.6-06).
fn operation_outputs<'g>(cx: &mut Cx<'g>, carried: &Carried<'g>) {
    if !carried.workflow.written().outputs().is_complete() {
        return;
    }
    let outputs = cx.types.operation_outputs(carried.operation);
    let written = carried.workflow.written().outputs.iter().flat_map(|outputs| &outputs.entries);
    let keys = carried.workflow.written().outputs.iter().flat_map(Map::keys).map(|key| cx.node(key));
    let keys: FxHashMap<&str, Node<'g>> = keys.map(|key| (key.text(), key)).collect();
    let written: FxHashMap<&str, &'g WorkflowOutput> =
        written.map(|(key, output)| (cx.node(*key).text(), output)).collect();
    let mut missing: Vec<(String, Span)> = Vec::new();
    for (name, id) in outputs.iter() {
        let field = cx.types.field(id);
        match (keys.get(name).copied(), written.get(name)) {
            (None, _) => missing.push((quoted(name), field.key().span())),
            (Some(key), Some(WorkflowOutput::Mapping(mapping))) => {
                let Some(given) = attribute_at(cx, cx.node(mapping.0)) else { continue };
                let wanted = ValueType::Field(field);
                fits_parameter(cx, carried, name, (&given, key), (&wanted, field.key()), false);
            }
            _ => {}
        }
    }
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let found = codes::unmapped_parameter::operation(
        carried.name.span(),
        &list(&names, "and"),
        carried.key.text(),
        carried.name.text(),
        missing.into_iter().map(|(_, span)| span),
    );
    cx.report(carried.name, found);
}

/// What the attribute of a node holds, where a list of the two names it.
fn attribute_at<'g>(cx: &Cx<'g>, path: Node<'g>) -> Option<ValueType<'g>> {
    let [template, name] = path.items().collect::<Vec<_>>()[..] else { return None };
    let (_, of) = node_template(cx, template.id())?;
    let find = |section| cx.types.member(of?, section, name.as_str()?);
    let id = find(Fields::Attributes).or_else(|| find(Fields::Properties))?;
    Some(ValueType::Field(cx.types.field(id)))
}

fn fits_parameter<'g>(
    cx: &mut Cx<'g>,
    carried: &Carried<'g>,
    name: &str,
    (given, given_at): (&ValueType<'g>, Node<'g>),
    (wanted, wanted_at): (&ValueType<'g>, Node<'g>),
    input: bool,
) {
    if given.fits(cx.types, wanted) != Truth::No {
        return;
    }
    let kind = if input { "input" } else { "output" };
    let (operation, workflow) = (
        format!("operation {}", quoted(carried.key.text())),
        format!("workflow {}", quoted(carried.name.text())),
    );
    let (from, to) = if input { (&operation, &workflow) } else { (&workflow, &operation) };
    let found = codes::incompatible_mapping::new(
        carried.name.span(),
        &format!("{kind} {} of {from}", quoted(name)),
        &format!("that of {to}"),
        "types differ",
    );
    let [got, takes] = [given, wanted].map(|of| of.in_words(cx.types));
    let found = found
        .at_level(Level::Warning)
        .also(given.place().unwrap_or(given_at).span(), format!("found {got}"))
        .also(wanted.place().unwrap_or(wanted_at).span(), format!("expected {takes}"));
    let found = found.help("use the same type for both");
    cx.report(carried.name, found);
}
