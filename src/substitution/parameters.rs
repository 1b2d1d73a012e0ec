//! Inputs and outputs of the substituting service, by name.

use indexmap::IndexMap;

use crate::grammar::Map;
use crate::model::types::Types;
use crate::syntax::{Input, Outgoing, ParameterDefinition};
use crate::values::ValueType;
use crate::yaml::Node;

use super::Review;

/// Parameters by name, in order.
pub(super) type Parameters<'g> = IndexMap<&'g str, Parameter<'g>>;

/// An input or output.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'g> {
    /// Its name.
    pub(super) key: Node<'g>,
    /// Its definition; none where it could not be read, or where there is only a value.
    pub(super) definition: Option<&'g ParameterDefinition>,
    /// Its value, where it is given.
    pub(super) value: Option<Node<'g>>,
    /// Whether it could be read.
    is_read: bool,
}

impl<'g> Review<'g> {
    /// The inputs of the service.
    pub(super) fn inputs(&self) -> Parameters<'g> {
        self.parameters(self.template.inputs.as_ref(), |Input(definition)| (Some(&**definition), None))
    }

    /// The outputs of the service.
    pub(super) fn outputs(&self) -> Parameters<'g> {
        self.outgoing(self.template.outputs.as_ref())
    }

    /// Parameters that go out.
    pub(super) fn outgoing(&self, map: Option<&'g Map<Outgoing>>) -> Parameters<'g> {
        self.parameters(map, |parameter| match parameter {
            Outgoing::Definition(definition) => (Some(&**definition), None),
            Outgoing::Value(value) => (None, Some(self.node(value.0))),
        })
    }

    fn parameters<T>(
        &self,
        map: Option<&'g Map<T>>,
        parts: impl Fn(&'g T) -> (Option<&'g ParameterDefinition>, Option<Node<'g>>),
    ) -> Parameters<'g> {
        let mut parameters = Parameters::default();
        for (key, written) in map.into_iter().flat_map(|map| &map.entries) {
            let key = self.node(*key);
            let (definition, value) = parts(written);
            let value = value.or_else(|| Some(self.node(definition?.value?.0)));
            let parameter = Parameter { key, definition, value, is_read: true };
            parameters.entry(key.text()).or_insert(parameter);
        }
        for key in map.into_iter().flat_map(|map| &map.unread) {
            let key = self.node(*key);
            let parameter = Parameter { key, definition: None, value: None, is_read: false };
            parameters.entry(key.text()).or_insert(parameter);
        }
        parameters
    }

    /// Whether all names of a section of the service template are known.
    pub(super) fn is_whole(&self, section: &str) -> bool {
        let root = self.node(self.template.node);
        let section = root.get(section);
        !root.is_broken() && section.is_none_or(|section| section.is_mapping() && !section.is_broken())
    }

    /// What a parameter takes or gives.
    pub(super) fn value_type(&self, parameter: &Parameter<'g>) -> ValueType<'g> {
        parameter.value_type(self.types)
    }
}

impl<'g> Parameter<'g> {
    /// What it takes or gives.
    pub(super) fn value_type(&self, types: &'g Types) -> ValueType<'g> {
        let Some(definition) = self.definition else {
            // A value without definition is of its own type.
            return if self.is_read { ValueType::Open } else { ValueType::Unknown };
        };
        let tree = self.key.tree();
        if definition.data_type.is_none() && tree.node(definition.node).entry("type").is_some() {
            return ValueType::Unknown;
        }
        let field = types.parameter(self.key);
        field.map_or(ValueType::Unknown, ValueType::Field)
    }
}

impl Parameter<'_> {
    /// Whether somebody must give a value: it is required, and has none of its own.
    pub(super) fn needs_value(&self) -> bool {
        let Some(definition) = self.definition else { return false };
        let lost = |keyname| self.key.tree().node(definition.node).entry(keyname).is_some();
        let is_required = definition.required.map_or(!lost("required"), |required| required.value);
        is_required
            && !lost("default")
            && !lost("value")
            && !self.key.tree().node(definition.node).is_broken()
    }
}
