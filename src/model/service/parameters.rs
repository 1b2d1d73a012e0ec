//! Views of inputs and outputs of service templates, and inputs of workflows (TOSCA 2.0 §6.9.2, §6.9.5,
//! §9.8).

use crate::keynames::{Map, Slot};
use crate::model::types::{Declared, FieldView};
use crate::syntax::{ParameterDefinition, WorkflowOutput};
use crate::yaml::YamlNode;

use super::names::WorkflowView;
use super::view::ServiceView;

/// An input or output.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ParameterView<'m> {
    /// The key that names it.
    pub key: YamlNode<'m>,
    /// Its definition, or `None` if it could not be read.
    pub field: Option<FieldView<'m>>,
}

impl<'m> ParameterView<'m> {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.key.text()
    }

    /// Returns the parsed definition, or `None` if it could not be read or is only a value.
    #[must_use]
    pub fn definition(self) -> Option<&'m ParameterDefinition> {
        match self.field?.written() {
            Declared::Parameter(definition) => Some(definition),
            _ => None,
        }
    }

    /// Returns the definition as a field, or `None` if it could not be read or is only a value.
    #[must_use]
    pub fn defined(self) -> Option<FieldView<'m>> {
        self.field.filter(|field| matches!(field.written(), Declared::Parameter(_)))
    }

    /// Returns the fixed value or the default of the definition.
    #[must_use]
    pub fn own_value(self) -> Option<YamlNode<'m>> {
        let definition = self.definition()?;
        let given = definition.value.or(definition.default)?;
        Some(self.key.tree().node(given.0))
    }

    /// Returns the value of an output.
    #[must_use]
    pub fn value(self) -> Option<YamlNode<'m>> {
        self.field?.effective().value
    }

    /// Returns whether a value must be given: it is required, and has no value or default. False if that is
    /// unknown.
    #[must_use]
    pub fn needs_value(self) -> bool {
        self.definition().is_some_and(|definition| {
            let is_required = match definition.required() {
                Slot::Given(required) => required.value,
                Slot::Unreadable => false,
                Slot::Absent => true,
            };
            is_required && definition.default().is_absent() && definition.value().is_absent()
        })
    }

    /// Returns whether it may have no value: it is optional, and has no value or default.
    #[must_use]
    pub fn may_have_no_value(self) -> bool {
        self.definition().is_some_and(|definition| {
            definition.required.is_some_and(|required| !required.value)
                && definition.default().is_absent()
                && definition.value().is_absent()
        })
    }
}

impl<'m> WorkflowView<'m> {
    /// Returns the inputs in order, followed by those that could not be read.
    pub fn inputs(self) -> impl Iterator<Item = ParameterView<'m>> {
        self.service().parameters(self.written().inputs.as_ref())
    }

    /// Returns whether its inputs contain a node of the file.
    #[must_use]
    pub fn has_among_inputs(self, node: YamlNode<'_>) -> bool {
        let inputs = self.written().inputs.as_ref();
        inputs.is_some_and(|inputs| self.service().node(inputs.node).contains(node))
    }

    /// Returns the mappings of its outputs, each with the key that names the output.
    pub fn output_mappings(self) -> impl Iterator<Item = (YamlNode<'m>, YamlNode<'m>)> {
        let outputs = self.written().outputs.iter().flat_map(|map| &map.entries);
        outputs.filter_map(move |(key, output)| match output {
            WorkflowOutput::Mapping(mapping) => {
                Some((self.service().node(*key), self.service().node(mapping.0)))
            }
            WorkflowOutput::Value(_) => None,
        })
    }
}

impl<'m> ServiceView<'m> {
    /// Returns the inputs in order, followed by those that could not be read.
    pub fn inputs(self) -> impl Iterator<Item = ParameterView<'m>> {
        self.parameters(self.template().inputs.as_ref())
    }

    /// Returns the key of `inputs`, or the key of the service template if it has no inputs.
    #[must_use]
    pub fn inputs_place(self) -> YamlNode<'m> {
        let section = self.template().inputs.as_ref().map_or(self.template().node, |inputs| inputs.node);
        self.node(section).entry_key()
    }

    /// Returns the outputs in order, followed by those that could not be read.
    pub fn outputs(self) -> impl Iterator<Item = ParameterView<'m>> {
        self.parameters(self.template().outputs.as_ref())
    }

    /// Returns whether all names of inputs are known.
    #[must_use]
    pub fn has_all_inputs(self) -> bool {
        !self.template().unread.is_cut_short() && self.template().inputs().is_complete()
    }

    /// Returns whether all names of outputs are known.
    #[must_use]
    pub fn has_all_outputs(self) -> bool {
        !self.template().unread.is_cut_short() && self.template().outputs().is_complete()
    }

    fn parameters<T>(self, map: Option<&'m Map<T>>) -> impl Iterator<Item = ParameterView<'m>> {
        map.into_iter().flat_map(Map::keys).map(move |key| {
            let key = self.node(key);
            ParameterView { key, field: self.types().parameter(key) }
        })
    }
}
