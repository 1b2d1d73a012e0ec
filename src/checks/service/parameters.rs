//! Inputs and outputs of service templates, and inputs of workflows (TOSCA 2.0 §6.9.2, §6.9.5, §9.8): which
//! way they go. Their values are held against their types elsewhere.

use crate::diagnostics::codes;
use crate::keynames::Slot;
use crate::model::service::{ParameterView, ServiceView};

use super::Cx;

pub(super) fn parameters<'g>(cx: &mut Cx<'g>, service: ServiceView<'g>) {
    for input in service.inputs() {
        incoming(cx, input, true);
    }
    for output in service.outputs() {
        outgoing(cx, output);
    }
    for workflow in service.workflows() {
        // What an implementation is given goes out.
        let comes_in = workflow.written().implementation.is_none();
        for input in workflow.inputs() {
            incoming(cx, input, comes_in);
        }
    }
}

/// An input, whose value comes from outside.
fn incoming<'g>(cx: &mut Cx<'g>, parameter: ParameterView<'g>, comes_in: bool) {
    let Some(input) = parameter.definition() else { return };
    let key = parameter.key;
    if comes_in
        && let Some(value) = input.value
        && input.mapping().is_absent()
    {
        let at = cx.node(value.0).entry_key();
        cx.report(at, codes::wrong_direction::value_of_input(at.span(), key.text()));
    }
    // A mapping is wrong there, and was meant to tell.
    let says_nothing = input.data_type().is_absent()
        && input.default().is_absent()
        && input.value().is_absent()
        && input.mapping().is_absent();
    if input.unread.has_keynames_only() && says_nothing {
        cx.report(key, codes::untyped_input::new(key.span(), key.text()));
    }
}

/// An output, whose value the service tells.
fn outgoing<'g>(cx: &mut Cx<'g>, parameter: ParameterView<'g>) {
    let Some(output) = parameter.definition() else { return };
    let key = parameter.key;
    if !output.value().is_absent() {
        return;
    }
    match output.mapping() {
        Slot::Given(mapping) => {
            let at = cx.node(mapping.0).entry_key();
            cx.report(at, codes::wrong_direction::mapping_of_output(at.span(), key.text()));
        }
        Slot::Absent if output.unread.has_keynames_only() && output.default().is_absent() => {
            cx.report(key, codes::output_without_value::new(key.span(), key.text()));
        }
        Slot::Absent | Slot::Unreadable => {}
    }
}
