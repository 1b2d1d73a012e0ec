//! Builds the inputs and outputs of service templates, and the inputs of workflows: fields that refine
//! nothing (TOSCA 2.0 §9.8).

use std::sync::Arc;

use crate::keynames::Map;
use crate::load::File;
use crate::syntax::{Outgoing, ServiceTemplate};
use crate::yaml::{NodeId, YamlNode};

use super::field::{Declared, Field, FieldKind};
use super::store::Types;
use super::view::FieldView;
use crate::model::View;

/// The parameters of each file, by the nodes of their keys.
pub(super) type Parameters = Vec<Box<[Field]>>;

/// Collects the parameters of all files.
pub(super) fn collect(types: &Types) -> Parameters {
    let of_file = |file: &File| {
        let template = file.syntax().and_then(|root| root.service_template.as_deref());
        template.map(|template| of_template(types, file, template)).unwrap_or_default()
    };
    types.graph.files.iter().map(of_file).collect()
}

fn of_template(types: &Types, file: &File, template: &ServiceTemplate) -> Box<[Field]> {
    let mut fields = Vec::new();
    let mut add = |kind, key, written: Declared| {
        let data_type = written.data_type().map(|name| types.type_use(file.node(name)));
        fields.push(Field::new(kind, file.node(key).source(), written, data_type));
    };
    for (key, input) in template.inputs.iter().flat_map(|map| &map.entries) {
        add(FieldKind::Input, *key, Declared::Parameter(Arc::clone(&input.0)));
    }
    let mut outgoing = |kind, map: &Map<Outgoing>| {
        for (key, entry) in &map.entries {
            add(kind, *key, declared(entry));
        }
    };
    if let Some(map) = &template.outputs {
        outgoing(FieldKind::Output, map);
    }
    let workflows = template.workflows.iter().flat_map(|map| &map.entries);
    for map in workflows.filter_map(|(_, workflow)| workflow.inputs.as_ref()) {
        outgoing(FieldKind::Input, map);
    }
    fields.sort_by_key(|field| field.key.node);
    fields.into()
}

fn declared(entry: &Outgoing) -> Declared {
    match entry {
        Outgoing::Definition(definition) => Declared::Parameter(Arc::clone(definition)),
        Outgoing::Value(value) => Declared::Value(value.0),
    }
}

impl Types {
    /// Returns the inputs and outputs of the service template of `file` and the inputs of its workflows that
    /// could be read, in the order of the file.
    pub fn parameters(&self, file: &File) -> impl Iterator<Item = FieldView<'_>> {
        let fields = self.parameters.get(file.id.index()).into_iter().flatten();
        fields.map(move |field| View::new(self, field))
    }

    /// Returns the input or output of a service template, or the input of a workflow, that `key` names, or
    /// `None` if it could not be read.
    #[must_use]
    pub fn parameter(&self, key: YamlNode<'_>) -> Option<FieldView<'_>> {
        let node: NodeId = key.id();
        let fields = self.parameters.get(key.tree().file().index())?;
        let index = fields.binary_search_by_key(&node, |field| field.key.node).ok()?;
        fields.get(index).map(|field| View::new(self, field))
    }
}
