//! Checks interface mappings: workflows of the service implement operations of the substituted node
//! (TOSCA 2.0 §15.6).

use rustc_hash::FxHashMap;

use crate::base::Span;
use crate::diagnostics::{Alternatives, Level, list, quoted, rules};
use crate::keynames::{Map, Ref};
use crate::model::Truth;
use crate::model::service::WorkflowView;
use crate::model::types::{
    DeclaredOperation, FieldTable, Fields, InterfaceId, Interfaces, OperationId, OperationTable, Operations,
};
use crate::syntax::{WorkflowName, WorkflowOutput};
use crate::values::ValueType;
use crate::yaml::YamlNode;

use super::parameters::{by_name, value_type};
use super::{Cx, member, node_template};

/// An operation and the workflow that implements it.
struct OperationMapping<'g> {
    /// The key that names the operation.
    key: YamlNode<'g>,
    /// The operation.
    operation: OperationId,
    /// The inputs of the operation and its interface.
    inputs: FieldTable<'g>,
    /// The node that names the workflow.
    name: YamlNode<'g>,
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
        let Some(ty) = cx.substituted_type else { return };
        let Some(interface) = member(cx, ty, Interfaces, (key, true), key.text()) else { continue };
        interface_operations(cx, interface, key, &operations.0, &workflows);
    }
}

fn interface_operations<'g>(
    cx: &mut Cx<'g>,
    interface: InterfaceId,
    interface_key: YamlNode<'g>,
    map: &'g Map<Ref<WorkflowName>>,
    workflows: &FxHashMap<&'g str, WorkflowView<'g>>,
) {
    let types = cx.types;
    let operations = types.interface_operations(interface, Operations::Operations);
    let used = types.interface(interface).interface_type;
    let is_incomplete = used.and_then(|used| types.defined(used.meaning)).is_none_or(|ty| ty.is_incomplete);
    for (key, name) in &map.entries {
        let (key, name) = (cx.node(*key), cx.node(name.node));
        let Some(operation) = operations.get(key.text()) else {
            if !is_incomplete {
                report_unknown_operation(cx, interface, interface_key, key, &operations);
            }
            continue;
        };
        let inputs = types.interface_inputs(interface).refined_by(types.operation_inputs(operation));
        if let Some(workflow) = workflows.get(name.text()).copied() {
            let mapping = OperationMapping { key, operation, inputs, name, workflow };
            check_workflow_inputs(cx, &mapping, !is_incomplete);
            check_operation_outputs(cx, &mapping);
        }
    }
}

/// Reports a name that is not an operation. A notification cannot be mapped (15.6-05).
fn report_unknown_operation<'g>(
    cx: &mut Cx<'g>,
    interface: InterfaceId,
    interface_key: YamlNode<'g>,
    key: YamlNode<'g>,
    operations: &OperationTable<'g>,
) {
    let notifications = cx.types.interface_operations(interface, Operations::Notifications);
    let diagnostic = match notifications.get(key.text()) {
        Some(id) => {
            let diagnostic = rules::no_effect::new(
                key.span(),
                &format!("the mapping of notification {}", quoted(key.text())),
                "workflows implement only operations",
                "remove it; notifications cannot be mapped",
            );
            diagnostic.also(cx.types.operation(id).key().span(), "notification defined here")
        }
        None => {
            let alternatives = Alternatives::to_word(key.text(), operations.names());
            let owner = format!("interface {}", quoted(interface_key.text()));
            rules::unknown_member::new(key.span(), "operation", key.text(), &owner, &alternatives)
        }
    };
    cx.report(key, diagnostic);
}

/// Checks that the operation has inputs for all required inputs of the workflow (15.6-04).
fn check_workflow_inputs<'g>(cx: &mut Cx<'g>, mapping: &OperationMapping<'g>, is_complete: bool) {
    let is_complete = is_complete && has_all_inputs(cx, mapping.operation);
    let mut missing: Vec<(String, Span)> = Vec::new();
    for (name, input) in by_name(mapping.workflow.inputs()) {
        match mapping.inputs.get(name) {
            Some(id) => {
                let actual = ValueType::Field(cx.types.field(id));
                let expected = value_type(input);
                let definition_key = cx.types.field(id).key();
                check_parameter(cx, mapping, name, (&actual, definition_key), (&expected, input.key), true);
            }
            None if is_complete && input.needs_value() && !is_elsewhere(cx, name) => {
                missing.push((quoted(name), input.key.span()));
            }
            None => {}
        }
    }
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let diagnostic = rules::unmapped_parameter::workflow_inputs(
        mapping.name.span(),
        &list(&names, "and"),
        mapping.name.text(),
        mapping.key.text(),
        missing.into_iter().map(|(_, span)| span),
    );
    cx.report(mapping.name, diagnostic);
}

/// Whether an input or output of a workflow may be defined in another section, or in a way that could not be read.
fn is_elsewhere(cx: &Cx<'_>, name: &str) -> bool {
    cx.service.file().unknown_keys().may_define(name)
}

/// Whether all inputs of an operation are known.
fn has_all_inputs(cx: &Cx<'_>, operation: OperationId) -> bool {
    cx.types.operation_chain(operation).all(|layer| match layer.written() {
        DeclaredOperation::Operation(operation) => operation.inputs().is_complete(),
        DeclaredOperation::Notification(notification) => notification.inputs().is_complete(),
        DeclaredOperation::Unreadable => false,
        DeclaredOperation::Undeclared => true,
    })
}

/// Checks that the workflow has outputs for all outputs of the operation (15.6-06).
fn check_operation_outputs<'g>(cx: &mut Cx<'g>, mapping: &OperationMapping<'g>) {
    if !mapping.workflow.written().outputs().is_complete() {
        return;
    }
    let outputs = cx.types.operation_outputs(mapping.operation);
    let written = mapping.workflow.written().outputs.iter().flat_map(|outputs| &outputs.entries);
    let keys = mapping.workflow.written().outputs.iter().flat_map(Map::keys).map(|key| cx.node(key));
    let keys: FxHashMap<&str, YamlNode<'g>> = keys.map(|key| (key.text(), key)).collect();
    let written: FxHashMap<&str, &'g WorkflowOutput> =
        written.map(|(key, output)| (cx.node(*key).text(), output)).collect();
    let mut missing: Vec<(String, Span)> = Vec::new();
    for (name, id) in outputs.iter() {
        let field = cx.types.field(id);
        match (keys.get(name).copied(), written.get(name)) {
            (None, _) if is_elsewhere(cx, name) => {}
            (None, _) => missing.push((quoted(name), field.key().span())),
            (Some(key), Some(WorkflowOutput::Mapping(attribute))) => {
                let Some(actual) = attribute_type(cx, cx.node(attribute.0)) else { continue };
                let expected = ValueType::Field(field);
                check_parameter(cx, mapping, name, (&actual, key), (&expected, field.key()), false);
            }
            _ => {}
        }
    }
    if missing.is_empty() {
        return;
    }
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let diagnostic = rules::unmapped_parameter::operation_outputs(
        mapping.name.span(),
        &list(&names, "and"),
        mapping.key.text(),
        mapping.name.text(),
        missing.into_iter().map(|(_, span)| span),
    );
    cx.report(mapping.name, diagnostic);
}

/// Returns the type of the attribute or property that a list of a node template and a name refers to.
fn attribute_type<'g>(cx: &Cx<'g>, path: YamlNode<'g>) -> Option<ValueType<'g>> {
    let [template, name] = path.items().collect::<Vec<_>>()[..] else { return None };
    let (_, template_type) = node_template(cx, template.id())?;
    let find = |section| cx.types.member(template_type?, section, name.as_str()?);
    let id = find(Fields::Attributes).or_else(|| find(Fields::Properties))?;
    Some(ValueType::Field(cx.types.field(id)))
}

fn check_parameter<'g>(
    cx: &mut Cx<'g>,
    mapping: &OperationMapping<'g>,
    name: &str,
    (actual, actual_node): (&ValueType<'g>, YamlNode<'g>),
    (expected, expected_node): (&ValueType<'g>, YamlNode<'g>),
    is_input: bool,
) {
    if actual.fits(cx.types, expected) != Truth::No {
        return;
    }
    let kind = if is_input { "input" } else { "output" };
    let (operation, workflow) = (
        format!("operation {}", quoted(mapping.key.text())),
        format!("workflow {}", quoted(mapping.name.text())),
    );
    let (from, to) = if is_input { (&operation, &workflow) } else { (&workflow, &operation) };
    let diagnostic = rules::incompatible_mapping::new(
        mapping.name.span(),
        &format!("{kind} {} of {from}", quoted(name)),
        &format!("that of {to}"),
        "types differ",
    );
    let [actual_words, expected_words] = [actual, expected].map(|ty| ty.in_words(cx.types));
    let diagnostic = diagnostic
        .at_level(Level::Warning)
        .also(actual.type_node().unwrap_or(actual_node).span(), format!("found {actual_words}"))
        .also(expected.type_node().unwrap_or(expected_node).span(), format!("expected {expected_words}"));
    let diagnostic = diagnostic.help("use the same type for both");
    cx.report(mapping.name, diagnostic);
}
