//! Types: the names of their members, and what these name in turn.

use crate::model::service::{Wanted, wanted_by_definition};
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

/// The names in all types of the file.
pub(super) fn find(found: &mut Finder<'_>) {
    let (types, file) = (found.types, found.file);
    for of in types.of_file(file.id) {
        for id in of.own_ids::<Field>() {
            let field = types.field(id);
            // One that is there because of a narrower type alone is written elsewhere.
            if field.again().is_none() {
                found.defines(field.key(), Referent::Field(id));
                values_of(found, field);
            }
        }
        for id in of.own_ids::<Capability>() {
            found.defines(types.key_of(id), Referent::Capability(id));
        }
        for id in of.own_ids::<Requirement>() {
            found.defines(types.key_of(id), Referent::Requirement(id));
            capability_of(found, types.requirement(id));
        }
        for id in of.own_ids::<Interface>() {
            if types.interface(id).again().is_none() {
                found.defines(types.key_of(id), Referent::Interface(id));
            }
        }
        for id in of.own_ids::<Operation>() {
            let operation = types.operation(id);
            if operation.again().is_none() {
                found.defines(operation.key(), Referent::Operation(id));
                implemented(found, of, operation);
            }
        }
        for id in of.own_ids::<Artifact>() {
            found.defines(types.key_of(id), Referent::Artifact(id));
        }
        for id in of.own_ids::<Trigger>() {
            found.defines(types.key_of(id), Referent::Trigger(id));
            if let Some((_, trigger)) = types.trigger(id).written() {
                workflows::trigger(found, trigger, &workflows::targets_of_type(found, of));
            }
        }
    }
    for field in types.parameters(file) {
        values_of(found, field);
    }
}

/// What is in the values that a definition of a field gives.
fn values_of<'m>(found: &mut Finder<'m>, field: FieldView<'m>) {
    if field.is_bare {
        return;
    }
    let parts = field.parts();
    for node in [parts.value, parts.default].into_iter().flatten() {
        values::value(found, field.tree().node(node), ValueType::Field(field));
    }
    if let Some(mapping) = parts.mapping {
        calls::mapping(found, field.tree().node(mapping));
    }
}

/// The capability of a node type that a requirement definition names.
fn capability_of<'m>(found: &mut Finder<'m>, requirement: RequirementView<'m>) {
    let types = found.types;
    let (Some(used), Some(node_type)) = (requirement.capability, requirement.node_type) else { return };
    let Wanted::Named(name) = wanted_by_definition(types, requirement) else { return };
    let Some(of) = types.defined(node_type.meaning) else { return };
    if let Some(id) = types.member(of, Capabilities, name) {
        found.uses(types.node(used.node), Referent::Capability(id));
    }
}

/// What the implementation and the outputs of an operation name.
fn implemented<'m>(found: &mut Finder<'m>, of: TypeView<'m>, operation: OperationView<'m>) {
    let holder = matches!(of.body(), Body::Node(_)).then_some(of);
    implementation(found, operation.record().written.implementation(), None, holder);
    for (_, output) in operation.record().written.outputs().into_iter().flat_map(|map| &map.entries) {
        if let Incoming::Mapping(mapping) = output {
            calls::mapping(found, found.node(mapping.0));
        }
    }
}
