//! Interface, operation and notification assignments (TOSCA 2.0 §11.3, §11.5, §11.7).

use rustc_hash::FxHashSet;

use crate::diagnostics::{Alternatives, Level, quoted, rules};
use crate::keynames::{Map, moved_to_section};
use crate::model::service::{AssignedOperation, Assignments};
use crate::model::types::{FieldTable, InterfaceId, InterfaceTable, Operations};
use crate::syntax::{AttributeMapping, InterfaceAssignment};
use crate::values::ValueType;
use crate::yaml::{NodeId, YamlNode};

use super::assignments::Owner;
use super::{Cx, assignments, entries, inputs, sections};

/// Checks the interface assignments of a template; an unknown interface is only a warning if `is_lenient`
///
pub(super) fn check_interfaces<'g>(
    cx: &mut Cx<'g>,
    map: Option<&'g Map<InterfaceAssignment>>,
    names: &InterfaceTable<'g>,
    owner: Owner<'_, 'g>,
    is_lenient: bool,
) {
    for (key, assignment) in entries(map) {
        let key = cx.node(key);
        let Some(id) = names.get(key.text()) else {
            let is_of_another_kind =
                |node: YamlNode<'g>| assignments::may_be_of_another_kind(cx, node, key.text());
            if !owner.is_incomplete && !is_of_another_kind(key) {
                let alternatives = Alternatives::new(key.text(), names.names());
                let described = owner.description.to_string();
                let sections = owner.ty.zip(owner.body).map_or_else(Vec::new, |(ty, (_, meta))| {
                    sections::with_member(cx.types, ty, key.text(), meta)
                });
                let (span, name) = (key.span(), key.text());
                let mut diagnostic = if sections.is_empty() {
                    rules::unknown_member::new(span, "interface", name, &described, &alternatives)
                } else {
                    rules::unknown_member::in_section(span, "interface", name, &described, &sections)
                        .explains(key.entry_value().span())
                };
                if let Some(type_key) = owner.type_key {
                    diagnostic = diagnostic.also(type_key.span(), "type defined here");
                }
                if let (Some((entity, _)), [section]) = (owner.body, &sections[..]) {
                    diagnostic.fixes.extend(moved_to_section(key, entity, section));
                }
                cx.report(key, if is_lenient { diagnostic.at_level(Level::Warning) } else { diagnostic });
            }
            continue;
        };
        check_interface(cx, id, key, assignment);
    }
}

fn check_interface<'g>(
    cx: &mut Cx<'g>,
    id: InterfaceId,
    key: YamlNode<'g>,
    assignment: &'g InterfaceAssignment,
) {
    let types = cx.types;
    let common = types.interface_inputs(id);
    assignments::check_inputs(cx, Assignments::new(cx.file, assignment.inputs()), &common);
    let used = types.interface(id).interface_type;
    let is_incomplete = used.and_then(|used| types.defined(used.meaning)).is_none_or(|ty| ty.is_incomplete);
    let given = assignment.inputs.as_ref().map(|inputs| cx.node(inputs.node));
    if given.is_some_and(|given| given.entries().any(|(key, _)| !common.contains(key.text())))
        && !is_incomplete
    {
        let mut operation_inputs: FxHashSet<&str> = FxHashSet::default();
        for section in [Operations::Operations, Operations::Notifications] {
            for (_, operation) in types.interface_operations(id, section).iter() {
                operation_inputs.extend(types.operation_inputs(operation).names());
            }
        }
        inputs::report_nearly_declared(cx, "input", given, &common, |name| operation_inputs.contains(name));
    }
    let interface = Interface { id, key, common: &common, given, is_incomplete };
    for assigned in AssignedOperation::all_in(assignment) {
        check_outputs(cx, id, assigned.section, assigned.key, assigned.outputs.given());
    }
    for section in [Operations::Operations, Operations::Notifications] {
        let assigned = AssignedOperation::all_in(assignment).filter(|operation| operation.section == section);
        check_operations(cx, &interface, section, &assigned.collect::<Vec<_>>());
    }
}

/// Checks the attribute mappings of the outputs of an operation or notification (§9.9).
fn check_outputs<'g>(
    cx: &mut Cx<'g>,
    interface: InterfaceId,
    section: Operations,
    key: NodeId,
    outputs: Option<&'g Map<AttributeMapping>>,
) {
    let Some(outputs) = outputs else { return };
    let types = cx.types;
    let operation = types.interface_operations(interface, section).get(cx.node(key).text());
    let names = operation.map_or_else(|| FieldTable::empty(types), |id| types.operation_outputs(id));
    let mut mappings = Vec::new();
    for (name, mapping) in &outputs.entries {
        let (name, mapping) = (cx.node(*name), cx.node(mapping.0));
        let field = names.get(name.text()).map(|id| types.field(id));
        let defined = field.and_then(|field| field.each(|parts| parts.mapping).next());
        if let Some(defined) = defined {
            cx.report(
                mapping,
                rules::duplicate_output_mapping::new(mapping.span(), name.text(), defined.span()),
            );
            continue;
        }
        let expected = field.map(ValueType::Field);
        cx.checker.mapping(mapping, name.text(), expected.as_ref());
        mappings.push((name, mapping));
    }
    cx.checker.shared_targets(&mappings);
}

fn check_operations<'g>(
    cx: &mut Cx<'g>,
    interface: &Interface<'_, 'g>,
    section: Operations,
    assigned: &[AssignedOperation<'g>],
) {
    if assigned.is_empty() {
        return;
    }
    let names = cx.types.interface_operations(interface.id, section);
    let kind = if section == Operations::Operations { "operation" } else { "notification" };
    for assigned in assigned {
        let key = cx.node(assigned.key);
        let inputs = assigned.inputs.given();
        let Some(operation) = names.get(key.text()) else {
            if !interface.is_incomplete {
                let alternatives = Alternatives::to_word(key.text(), names.names());
                let owner = format!("interface {}", quoted(interface.key.text()));
                let diagnostic =
                    rules::unknown_member::new(key.span(), kind, key.text(), &owner, &alternatives);
                cx.report(key, diagnostic.explains(key.entry_value().span()));
            }
            continue;
        };
        // An input of the operation replaces an input of the interface with the same name (11.2-09).
        let known = interface.common.clone().refined_by(cx.types.operation_inputs(operation));
        assignments::check_inputs(cx, Assignments::new(cx.file, assigned.inputs), &known);
        if interface.is_incomplete {
            continue;
        }
        let is_interface_input =
            |name: &str| interface.given.is_some_and(|given| given.entry(name).is_some());
        inputs::report_nearly_declared(
            cx,
            "input",
            inputs.map(|inputs| cx.node(inputs.node)),
            &known,
            is_interface_input,
        );
        let outputs = assigned.outputs.given().map(|outputs| cx.node(outputs.node));
        inputs::report_nearly_declared(cx, "output", outputs, &cx.types.operation_outputs(operation), |_| {
            false
        });
    }
}

/// An interface assignment.
struct Interface<'a, 'g> {
    id: InterfaceId,
    key: YamlNode<'g>,
    /// The inputs of the interface, which all its operations and notifications have.
    common: &'a FieldTable<'g>,
    /// The map with the values that are assigned to them.
    given: Option<YamlNode<'g>>,
    /// Whether its type may have members that are unknown.
    is_incomplete: bool,
}
