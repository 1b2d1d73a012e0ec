//! Finds the names of type members, and the names in their definitions.

use crate::model::service::{RequiredCapability, required_by_definition};
use crate::model::types::{
    Artifact, Body, Capabilities, Capability, Field, FieldView, Interface, Operation, OperationView,
    Requirement, RequirementView, Trigger, TypeView,
};
use crate::syntax::Incoming;
use crate::values::ValueType;

use super::Finder;
use super::interfaces::implementation;
use super::{calls, values, workflows};
use crate::ide::referent::Referent;

/// Finds the names in all types of the file.
pub(super) fn find(finder: &mut Finder<'_>) {
    let (types, file) = (finder.types, finder.file);
    for ty in types.of_file(file.id) {
        if !finder.is_near_entry(ty.key()) {
            continue;
        }
        for id in ty.own_ids::<Field>() {
            let field = types.field(id);
            // Fields that exist only because a type was narrowed are written elsewhere.
            if field.narrower_type_node().is_none() {
                finder.defines(field.key(), Referent::Field(id));
                values_of(finder, field);
            }
        }
        for id in ty.own_ids::<Capability>() {
            finder.defines(types.key_of(id), Referent::Capability(id));
        }
        for id in ty.own_ids::<Requirement>() {
            finder.defines(types.key_of(id), Referent::Requirement(id));
            capability_of(finder, types.requirement(id));
        }
        for id in ty.own_ids::<Interface>() {
            if types.interface(id).narrower_type_node().is_none() {
                finder.defines(types.key_of(id), Referent::Interface(id));
            }
        }
        for id in ty.own_ids::<Operation>() {
            let operation = types.operation(id);
            if operation.narrower_type_node().is_none() {
                finder.defines(operation.key(), Referent::Operation(id));
                implemented(finder, ty, operation);
            }
        }
        for id in ty.own_ids::<Artifact>() {
            finder.defines(types.key_of(id), Referent::Artifact(id));
        }
        for id in ty.own_ids::<Trigger>() {
            finder.defines(types.key_of(id), Referent::Trigger(id));
            if let Some((_, trigger)) = types.trigger(id).written() {
                workflows::trigger(finder, trigger, &workflows::targets_of_type(finder, ty));
            }
        }
    }
    for field in types.parameters(file) {
        if !finder.is_near_entry(field.key()) {
            continue;
        }
        values_of(finder, field);
    }
}

/// Finds the names in the values of a field definition.
fn values_of<'m>(finder: &mut Finder<'m>, field: FieldView<'m>) {
    if field.is_bare {
        return;
    }
    let parts = field.parts();
    for node in [parts.value, parts.default].into_iter().flatten() {
        values::value(finder, field.tree().node(node), ValueType::Field(field));
    }
    if let Some(mapping) = parts.mapping {
        calls::mapping(finder, field.tree().node(mapping));
    }
}

/// Finds the capability of a node type that a requirement definition names.
fn capability_of<'m>(finder: &mut Finder<'m>, requirement: RequirementView<'m>) {
    let types = finder.types;
    let (Some(used), Some(node_type)) = (requirement.capability, requirement.node_type) else { return };
    let RequiredCapability::Named(name) = required_by_definition(types, requirement) else { return };
    let Some(ty) = types.defined(node_type.meaning) else { return };
    if let Some(id) = types.member(ty, Capabilities, name) {
        finder.uses(types.node(used.node), Referent::Capability(id));
    }
}

/// Finds the names in the implementation and the outputs of an operation.
fn implemented<'m>(finder: &mut Finder<'m>, ty: TypeView<'m>, operation: OperationView<'m>) {
    let artifact_owner = matches!(ty.body(), Body::Node(_)).then_some(ty);
    implementation(finder, operation.record().written.implementation(), None, artifact_owner);
    for (_, output) in operation.record().written.outputs().into_iter().flat_map(|map| &map.entries) {
        if let Incoming::Mapping(mapping) = output {
            calls::mapping(finder, finder.node(mapping.0));
        }
    }
}
