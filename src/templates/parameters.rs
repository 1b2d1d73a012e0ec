//! Inputs and outputs of service templates, and inputs of workflows (TOSCA 2.0 §6.9.2, §6.9.5, §9.8): which
//! way they go. Their values are held against their types elsewhere.

use crate::diagnostics::codes;
use crate::grammar::Slot;
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
        if comes_in
            && let Some(value) = input.value
            && input.mapping().is_absent()
        {
            let at = self.node(value.0).entry_key();
            self.report(at, codes::wrong_direction::value_of_input(at.span(), key.text()));
        }
        // A mapping is wrong there, and was meant to tell.
        let says_nothing = input.data_type().is_absent()
            && input.default().is_absent()
            && input.value().is_absent()
            && input.mapping().is_absent();
        if input.unread.has_keynames_only() && says_nothing {
            self.report(key, codes::untyped_input::found(key.span(), key.text()));
        }
    }

    /// An output, whose value the service tells.
    fn outgoing(&mut self, key: Node<'g>, output: &'g ParameterDefinition) {
        if !output.value().is_absent() {
            return;
        }
        match output.mapping() {
            Slot::Given(mapping) => {
                let at = self.node(mapping.0).entry_key();
                self.report(at, codes::wrong_direction::mapping_of_output(at.span(), key.text()));
            }
            Slot::Absent if output.unread.has_keynames_only() && output.default().is_absent() => {
                self.report(key, codes::output_without_value::found(key.span(), key.text()));
            }
            Slot::Absent | Slot::Unreadable => {}
        }
    }
}
