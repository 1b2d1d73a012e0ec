//! Finds names in interface assignments and implementations.

use crate::keynames::{Either, Map, Slot};
use crate::model::service::{AssignedOperation, NodeTemplateView};
use crate::model::types::{Artifacts, InterfaceTable, TypeView};
use crate::syntax::{ImplementationDefinition, InterfaceAssignment};
use crate::yaml::NodeId;

use super::{Finder, calls, values};
use crate::ide::referent::{PartKind, Referent};

/// Finds the names in interface assignments. `interfaces` belong to the assigned template; `template` and
/// `ty` are the node template and node type whose artifacts can be named.
pub(super) fn assigned<'m>(
    finder: &mut Finder<'m>,
    section: Slot<&'m Map<InterfaceAssignment>>,
    interfaces: &InterfaceTable<'m>,
    template: Option<NodeTemplateView<'m>>,
    ty: Option<TypeView<'m>>,
) {
    let types = finder.types;
    for (key, assignment) in section.given().into_iter().flat_map(|map| &map.entries) {
        let key = finder.node(*key);
        let Some(id) = interfaces.get(key.text()) else { continue };
        finder.uses(key, Referent::from_interface(types, id));
        let common = types.interface_inputs(id);
        values::assigned(finder, assignment.inputs(), |name| common.get(name));
        for assigned in AssignedOperation::all_in(assignment) {
            implementation(finder, assigned.implementation.given(), template, ty);
            let outputs = || assigned.outputs.given().into_iter().flat_map(|map| &map.entries);
            for (_, mapping) in outputs() {
                calls::mapping(finder, finder.node(mapping.0));
            }
            let key = finder.node(assigned.key);
            let Some(operation) = types.interface_operations(id, assigned.section).get(key.text()) else {
                continue;
            };
            finder.uses(key, Referent::from_operation(types, operation));
            let inputs = common.clone().refined_by(types.operation_inputs(operation));
            values::assigned(finder, assigned.inputs, |name| inputs.get(name));
            let known = types.operation_outputs(operation);
            for (name, _) in outputs() {
                let name = finder.node(*name);
                if let Some(id) = known.get(name.text()) {
                    finder.uses(name, Referent::from_field(types, id));
                }
            }
        }
    }
}

/// Finds the artifacts that an implementation names, in the template or its type.
pub(super) fn implementation<'m>(
    finder: &mut Finder<'m>,
    implementation: Option<&'m ImplementationDefinition>,
    template: Option<NodeTemplateView<'m>>,
    ty: Option<TypeView<'m>>,
) {
    let Some(implementation) = implementation else { return };
    let primary = implementation.primary.iter().filter_map(|primary| match primary {
        Either::Short(name) => Some(name.0),
        Either::Long(_) => None,
    });
    let dependencies = implementation.dependencies.iter().flat_map(|list| &list.items);
    let dependencies = dependencies.filter_map(|dependency| match dependency {
        Either::Short(name) => Some(name.0),
        Either::Long(_) => None,
    });
    for name in primary.chain(dependencies) {
        let name = finder.node(name);
        if let Some(referent) = artifact(finder, name.text(), template, ty) {
            finder.uses(name, referent);
        }
    }
}

/// Returns the artifact of a node type or template.
fn artifact<'m>(
    finder: &Finder<'m>,
    name: &str,
    template: Option<NodeTemplateView<'m>>,
    ty: Option<TypeView<'m>>,
) -> Option<Referent> {
    if let Some(id) = ty.and_then(|ty| finder.types.member(ty, Artifacts, name)) {
        return Some(Referent::Artifact(id));
    }
    let layers = template.into_iter().flat_map(NodeTemplateView::layers);
    let mut keys = layers.flat_map(|layer| layer.artifacts.iter().flat_map(Map::keys));
    let key: NodeId = keys.find(|key| finder.node(*key).text() == name)?;
    Some(Referent::Part(PartKind::Artifact, finder.source(key)))
}
