//! The direction of inputs and outputs of service templates and of inputs of workflows (TOSCA 2.0 §6.9.2,
//! §6.9.5, §9.8). Their values are checked elsewhere.

use crate::diagnostics::rules;
use crate::functions::Function;
use crate::keynames::Slot;
use crate::model::service::{ParameterView, ServiceView};

use super::Cx;

pub(super) fn check_parameters<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    for input in service.inputs() {
        check_input(cx, input, true);
    }
    for output in service.outputs() {
        check_output(cx, output);
        check_data(cx, output);
    }
    for workflow in service.workflows() {
        // Inputs of a workflow implementation are passed to the implementation.
        let is_incoming = workflow.written().implementation().is_absent();
        for input in workflow.inputs() {
            check_input(cx, input, is_incoming);
        }
    }
}

/// Checks an input: its value comes from outside of the service, unless a workflow passes it on.
fn check_input<'g>(cx: &mut Cx<'g>, parameter: ParameterView<'g>, is_incoming: bool) {
    let Some(input) = parameter.definition() else { return };
    let key = parameter.key;
    if is_incoming
        && let Some(value) = input.value
        && input.mapping().is_absent()
    {
        let keyname = cx.node(value.0).entry_key();
        cx.report(keyname, rules::wrong_direction::value_of_input(keyname.span(), key.text()));
    }
    // A mapping is wrong in an input, but was meant to define it.
    let is_undefined = input.data_type().is_absent()
        && input.default().is_absent()
        && input.value().is_absent()
        && input.mapping().is_absent()
        // Schemas without a type are reported as such.
        && input.key_schema().is_absent()
        && input.entry_schema().is_absent();
    if input.unread.has_keynames_only() && is_undefined {
        cx.report(key, rules::untyped_input::new(key.span(), key.text()));
    }
}

/// Reports the value of an output without a type that is data, but almost a call: only its `$` is missing.
fn check_data<'g>(cx: &mut Cx<'g>, parameter: ParameterView<'g>) {
    let is_untyped = parameter.definition().is_none_or(|output| output.data_type().is_absent());
    let Some(value) = parameter.value().filter(|_| is_untyped) else { return };
    let Some((key, arguments)) = value.only_entry() else { return };
    if let Some(function) = Function::named(key.text())
        && key.as_str().is_some()
        && (arguments.is_sequence() || arguments.as_str().is_some())
    {
        let suggestion = format!("${}", function.name);
        cx.report(key, rules::unknown_function::misspelled(key.span(), key.text(), &suggestion));
    }
}

/// Checks an output: the service computes its value.
fn check_output<'g>(cx: &mut Cx<'g>, parameter: ParameterView<'g>) {
    let Some(output) = parameter.definition() else { return };
    let key = parameter.key;
    if !output.value().is_absent() {
        return;
    }
    match output.mapping() {
        Slot::Given(mapping) => {
            let keyname = cx.node(mapping.0).entry_key();
            cx.report(keyname, rules::wrong_direction::mapping_of_output(keyname.span(), key.text()));
        }
        Slot::Absent if output.unread.has_keynames_only() && output.default().is_absent() => {
            cx.report(key, rules::output_without_value::new(key.span(), key.text()));
        }
        Slot::Absent | Slot::Unreadable => {}
    }
}
