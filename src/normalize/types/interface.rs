//! Interface types (TOSCA 2.0 §11.1), interface definitions (§11.2), operations and notifications (§11.4,
//! §11.6).

use std::rc::Rc;

use serde::Serialize;

use crate::keynames::NameKind;
use crate::model::types::{
    self, Body, DeclaredOperation, Fields, InterfaceId, Interfaces, OperationId, Operations, TypeView,
};
use crate::normalize::context::Cx;
use crate::normalize::data::{self, NormalMetadata};
use crate::normalize::named::{NamedParts, NormalText};
use crate::normalize::shared;
use crate::normalize::source::Origin;
use crate::normalize::yaml::Yaml;
use crate::resolve::DefinitionId;

use super::capability::refined;
use super::field::{self, NormalField};
use super::head::NormalHead;
use super::implementation::{Artifacts, Implementation};
use super::{head, implementation};

/// An interface type.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InterfaceType {
    /// Name, ancestors and description.
    #[serde(flatten)]
    pub head: NormalHead,
    /// Inputs of all operations and notifications.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: NamedParts<NormalField>,
    /// Its operations.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub operations: NamedParts<OperationDefinition>,
    /// Its notifications.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub notifications: NamedParts<OperationDefinition>,
}

/// An interface of a node type, relationship type or requirement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct InterfaceDefinition {
    /// The interface type.
    #[serde(rename = "type")]
    pub interface_type: NormalText,
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Inputs that it adds or refines.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: NamedParts<NormalField>,
    /// Operations that it refines.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub operations: NamedParts<OperationDefinition>,
    /// Notifications that it refines.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub notifications: NamedParts<OperationDefinition>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

/// An operation or notification.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct OperationDefinition {
    /// The description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<NormalText>,
    /// Free information.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub metadata: NormalMetadata,
    /// Its implementation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Implementation>,
    /// Its inputs.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub inputs: NamedParts<NormalField>,
    /// Its outputs.
    #[serde(skip_serializing_if = "NamedParts::is_empty")]
    pub outputs: NamedParts<NormalField>,
    /// Its origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Origin,
}

impl InterfaceType {
    pub(in crate::normalize) fn print(&self, yaml: &mut Yaml) {
        self.head.print(yaml);
        field::print("inputs", &self.inputs, yaml);
        operations("operations", &self.operations, yaml);
        operations("notifications", &self.notifications, yaml);
    }
}

/// Prints interfaces below a keyname.
pub(in crate::normalize) fn print(interfaces: &NamedParts<InterfaceDefinition>, yaml: &mut Yaml) {
    if interfaces.is_empty() {
        return;
    }
    yaml.map("interfaces", |yaml| {
        for (name, interface) in interfaces.iter() {
            yaml.source(&interface.source);
            yaml.named(name, |yaml| {
                yaml.text("type", &interface.interface_type);
                yaml.optional("description", interface.description.as_deref());
                yaml.metadata(&interface.metadata);
                field::print("inputs", &interface.inputs, yaml);
                operations("operations", &interface.operations, yaml);
                operations("notifications", &interface.notifications, yaml);
            });
        }
    });
}

fn operations(keyname: &str, operations: &NamedParts<OperationDefinition>, yaml: &mut Yaml) {
    if operations.is_empty() {
        return;
    }
    yaml.map(keyname, |yaml| {
        for (name, operation) in operations.iter() {
            yaml.source(&operation.source);
            yaml.named(name, |yaml| {
                yaml.optional("description", operation.description.as_deref());
                yaml.metadata(&operation.metadata);
                if let Some(implementation) = &operation.implementation {
                    implementation.print(yaml);
                }
                field::print("inputs", &operation.inputs, yaml);
                field::print("outputs", &operation.outputs, yaml);
            });
        }
    });
}

pub(in crate::normalize) fn interface_type<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> InterfaceType {
    let inputs = cx.types.members(ty, Fields::Inputs);
    let mut by_section = [Operations::Operations, Operations::Notifications].map(|section| {
        let members = cx.types.members(ty, section);
        let mut operations = NamedParts::default();
        for (name, id) in members.iter() {
            let operation = operation_definition(cx, id, ty.id, &Artifacts::default());
            operations.push(name, operation);
        }
        operations
    });
    InterfaceType {
        head: head::head(cx, ty),
        inputs: field::fields(cx, &inputs, ty.id),
        operations: std::mem::take(&mut by_section[0]),
        notifications: std::mem::take(&mut by_section[1]),
    }
}

/// Returns the interfaces of a node type or relationship type.
pub(super) fn interfaces_of<'g>(
    cx: &mut Cx<'g>,
    ty: TypeView<'g>,
    artifacts: &Artifacts,
) -> NamedParts<InterfaceDefinition> {
    let members = cx.types.members(ty, Interfaces);
    let mut interfaces = NamedParts::default();
    for (name, id) in members.iter() {
        let definition = interface_definition(cx, id, ty.id, artifacts);
        interfaces.push(name, definition);
    }
    interfaces
}

pub(super) fn interface_definition(
    cx: &mut Cx<'_>,
    id: InterfaceId,
    type_id: DefinitionId,
    artifacts: &Artifacts,
) -> InterfaceDefinition {
    let types = cx.types;
    let interface = types.interface(id);
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(interface), |layer| Some(types.interface(layer.inherited?))) {
        let tree = layer.key().tree();
        let Some(written) = layer.written() else { continue };
        description = description.or(written.description.map(|text| tree.node(text.0)));
        metadata = metadata.or(written.metadata.map(|map| tree.node(map.0)));
    }
    let inputs = refined(cx.types, &types.interface_inputs(id), NameKind::InterfaceType);
    let mut by_section = [Operations::Operations, Operations::Notifications].map(|section| {
        let members = refined(cx.types, &types.interface_operations(id, section), NameKind::InterfaceType);
        let mut operations = NamedParts::default();
        for (name, id) in members.iter() {
            let operation = operation_definition(cx, id, type_id, artifacts);
            operations.push(name, operation);
        }
        operations
    });
    let meaning = interface.interface_type.map(|used| used.meaning);
    InterfaceDefinition {
        interface_type: meaning.map(|ty| cx.type_name(ty)).unwrap_or_default(),
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        inputs: field::fields(cx, &inputs, type_id),
        operations: std::mem::take(&mut by_section[0]),
        notifications: std::mem::take(&mut by_section[1]),
        source: cx.source_of(interface.key(), id.owner(), type_id),
    }
}

fn operation_definition(
    cx: &mut Cx<'_>,
    id: OperationId,
    type_id: DefinitionId,
    artifacts: &Artifacts,
) -> OperationDefinition {
    let types = cx.types;
    let operation = types.operation(id);
    let (mut description, mut metadata) = (None, None);
    for layer in std::iter::successors(Some(operation), |layer| Some(types.operation(layer.inherited?))) {
        let tree = layer.key().tree();
        let (text, map) = match layer.written() {
            DeclaredOperation::Operation(written) => (written.description, written.metadata),
            DeclaredOperation::Notification(written) => (written.description, written.metadata),
            DeclaredOperation::Unreadable | DeclaredOperation::Undeclared => continue,
        };
        description = description.or(text.map(|text| tree.node(text.0)));
        metadata = metadata.or(map.map(|map| tree.node(map.0)));
    }
    let (inputs, outputs) = (types.operation_inputs(id), types.operation_outputs(id));
    OperationDefinition {
        description: Cx::node_text(description),
        metadata: metadata.map(data::map).unwrap_or_default(),
        implementation: implementation::effective_implementation(cx, None, operation, artifacts),
        inputs: field::fields(cx, &inputs, type_id),
        outputs: field::fields(cx, &outputs, type_id),
        source: cx.source_of(operation.key(), id.owner(), type_id),
    }
}

/// Returns the names of the artifacts of a node type.
pub(super) fn artifact_names<'g>(cx: &mut Cx<'g>, ty: TypeView<'g>) -> Rc<Artifacts> {
    match ty.body() {
        Body::Node(_) => {
            let members = cx.types.members(ty, types::Artifacts);
            shared::artifact_set(cx, members.names())
        }
        _ => Rc::default(),
    }
}
