//! Inputs and outputs of service templates, and inputs of workflows (TOSCA 2.0 §6.9.2, §6.9.5, §9.8): which
//! way they go. Their values are held against their types elsewhere.

use crate::diagnostics::codes;
use crate::syntax::{Outgoing, ParameterDefinition, ServiceTemplate};
use crate::yaml::Node;

use super::{Review, entries};

impl<'g> Review<'g> {
    pub(super) fn parameters(&mut self, template: &'g ServiceTemplate) {
        for (key, input) in entries(template.inputs.as_ref()) {
            self.incoming(self.node(key), &input.0, true);
        }
        for (key, output) in entries(template.outputs.as_ref()) {
            if let Outgoing::Definition(output) = output {
                self.outgoing(self.node(key), output);
            }
        }
        for (_, workflow) in entries(template.workflows.as_ref()) {
            // What an implementation is given goes out.
            let comes_in = workflow.implementation.is_none();
            for (key, input) in entries(workflow.inputs.as_ref()) {
                if let Outgoing::Definition(input) = input {
                    self.incoming(self.node(key), input, comes_in);
                }
            }
        }
    }

    /// An input, whose value comes from outside.
    fn incoming(&mut self, key: Node<'g>, input: &'g ParameterDefinition, comes_in: bool) {
        let body = self.node(input.node);
        if comes_in
            && let Some((at, _)) = body.entry("value")
            && input.mapping().is_absent()
        {
            self.report(at, codes::wrong_direction::value_of_input(at.span(), key.text()));
        }
        // A mapping is wrong there, and was meant to tell.
        let tells = ["type", "default", "value", "mapping"];
        if input.unread.has_keynames_only() && tells.iter().all(|name| body.entry(name).is_none()) {
            self.report(key, codes::untyped_input::found(key.span(), key.text()));
        }
    }

    /// An output, whose value the service tells.
    fn outgoing(&mut self, key: Node<'g>, output: &'g ParameterDefinition) {
        let body = self.node(output.node);
        if !output.value().is_absent() {
            return;
        }
        if let Some((at, _)) = body.entry("mapping") {
            if output.mapping.is_none() {
                return;
            }
            self.report(at, codes::wrong_direction::mapping_of_output(at.span(), key.text()));
        } else if output.unread.has_keynames_only() && output.default().is_absent() {
            self.report(key, codes::output_without_value::found(key.span(), key.text()));
        }
    }
}
