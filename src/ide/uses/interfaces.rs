//! Interface assignments and implementations.

use crate::keynames::{Either, Map, Slot};
use crate::model::service::{AssignedOperation, NodeTemplateView};
use crate::model::types::{Artifacts, InterfaceTable, TypeView};
use crate::syntax::{ImplementationDefinition, InterfaceAssignment};
use crate::yaml::NodeId;

use super::{Finder, calls, values};
use crate::ide::referent::{PartKind, Referent};

/// The names in interface assignments: `interfaces` are those of what is assigned to, `template` and `of` the node
/// template and node type whose artifacts can be named.
pub(super) fn assigned<'m>(
    found: &mut Finder<'m>,
    section: Slot<&'m Map<InterfaceAssignment>>,
    interfaces: &InterfaceTable<'m>,
    template: Option<NodeTemplateView<'m>>,
    of: Option<TypeView<'m>>,
) {
    let types = found.types;
    for (key, assignment) in section.given().into_iter().flat_map(|map| &map.entries) {
        let key = found.node(*key);
        let Some(id) = interfaces.get(key.text()) else { continue };
        found.uses(key, Referent::of_interface(types, id));
        let common = types.interface_inputs(id);
        values::assigned(found, assignment.inputs(), |name| common.get(name));
        for assigned in AssignedOperation::of(assignment) {
            implementation(found, assigned.implementation.given(), template, of);
            let outputs = || assigned.outputs.given().into_iter().flat_map(|map| &map.entries);
            for (_, mapping) in outputs() {
                calls::mapping(found, found.node(mapping.0));
            }
            let key = found.node(assigned.key);
            let Some(operation) = types.interface_operations(id, assigned.section).get(key.text()) else {
                continue;
            };
            found.uses(key, Referent::of_operation(types, operation));
            let inputs = common.clone().refined_by(types.operation_inputs(operation));
            values::assigned(found, assigned.inputs, |name| inputs.get(name));
            let known = types.operation_outputs(operation);
            for (name, _) in outputs() {
                let name = found.node(*name);
                if let Some(id) = known.get(name.text()) {
                    found.uses(name, Referent::of_field(types, id));
                }
            }
        }
    }
}

/// The artifacts that an implementation names: those of the template, else of its type.
pub(super) fn implementation<'m>(
    found: &mut Finder<'m>,
    implementation: Option<&'m ImplementationDefinition>,
    template: Option<NodeTemplateView<'m>>,
    of: Option<TypeView<'m>>,
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
        let name = found.node(name);
        if let Some(referent) = artifact(found, name.text(), template, of) {
            found.uses(name, referent);
        }
    }
}

/// The artifact of a node template, or of its type.
fn artifact<'m>(
    found: &Finder<'m>,
    name: &str,
    template: Option<NodeTemplateView<'m>>,
    of: Option<TypeView<'m>>,
) -> Option<Referent> {
    if let Some(id) = of.and_then(|of| found.types.member(of, Artifacts, name)) {
        return Some(Referent::Artifact(id));
    }
    let layers = template.into_iter().flat_map(NodeTemplateView::layers);
    let mut keys = layers.flat_map(|layer| layer.artifacts.iter().flat_map(Map::keys));
    let key: NodeId = keys.find(|key| found.node(*key).text() == name)?;
    Some(Referent::Part(PartKind::Artifact, found.source(key)))
}
