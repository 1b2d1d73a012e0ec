//! Interfaces of relationships that both a requirement definition and the derived relationship type of an assignment
//! refine (TOSCA 2.0 §8.5.2). Both refinements count.

use crate::keynames::Slot;
use crate::model::service::{AssignedOperation, Assignments};
use crate::model::types::{FieldTable, Operations, RequirementId, TypeRef, TypeView, Types};
use crate::syntax::{InterfaceAssignment, RelationshipAssignment};
use crate::yaml::YamlNode;

use super::relationships::{check_field_agreement, is_of_node_type};
use super::{Cx, assignments};

/// Checks the inputs in an assignment against the refinements of the requirement definition that the type of the
/// assignment does not have.
pub(super) fn assign_separate<'g>(
    cx: &mut Cx<'g>,
    id: RequirementId,
    meaning: TypeRef,
    assignment: &'g RelationshipAssignment,
) {
    let types: &'g Types = cx.types;
    let refined = |fields: FieldTable<'g>| fields.only(|id| is_of_node_type(types, id.owner()));
    for (refinement, _) in types.separate_interfaces(id, meaning) {
        let name = types.key_of(refinement).text();
        let Some(written) = interface_called(cx, assignment, name) else { continue };
        let common = refined(types.refined_interface_inputs(refinement));
        assignments::assign_known(cx, Assignments::new(cx.file, written.inputs()), &common);
        for operation in AssignedOperation::all_in(written) {
            let operations = types.refined_interface_operations(refinement, operation.section);
            let Some(id) = operations.get(cx.node(operation.key).text()) else { continue };
            let inputs = refined(types.operation_inputs(id));
            assignments::assign_known(cx, Assignments::new(cx.file, operation.inputs), &inputs);
        }
    }
}

fn interface_called<'g>(
    cx: &Cx<'g>,
    assignment: &'g RelationshipAssignment,
    name: &str,
) -> Option<&'g InterfaceAssignment> {
    let mut entries = assignment.interfaces.iter().flat_map(|map| &map.entries);
    entries.find(|(key, _)| cx.node(*key).text() == name).map(|(_, written)| written)
}

/// Checks that what the requirement definition says about the interfaces of the relationship agrees with the derived
/// type that an assignment names at `type_node`. Values that are given there replace defaults.
pub(super) fn check_agreement<'g>(
    cx: &mut Cx<'g>,
    id: RequirementId,
    used: TypeView<'g>,
    type_node: YamlNode<'g>,
    assignment: Option<&'g RelationshipAssignment>,
) {
    let types: &'g Types = cx.types;
    for (refinement, of_type) in types.separate_interfaces(id, TypeRef::Defined(used.id)) {
        let name = types.key_of(refinement).text();
        let written = assignment.and_then(|assignment| interface_called(cx, assignment, name));
        let given = written.map_or(Slot::Absent, InterfaceAssignment::inputs);
        let given = Assignments::new(cx.file, given).names();
        let tables = (types.refined_interface_inputs(refinement), types.interface_inputs(of_type));
        check_field_agreement(cx, &tables.0, &tables.1, type_node, |name| given.contains(name));
        for section in [Operations::Operations, Operations::Notifications] {
            let of_type = types.interface_operations(of_type, section);
            for (name, refined) in types.refined_interface_operations(refinement, section).iter() {
                let Some(new) = of_type.get(name) else { continue };
                let mut assigned = written.into_iter().flat_map(AssignedOperation::all_in);
                let assigned = assigned
                    .find(|operation| operation.section == section && cx.node(operation.key).text() == name);
                let given = assigned.map_or(Slot::Absent, |operation| operation.inputs);
                let given = Assignments::new(cx.file, given).names();
                let tables = [
                    (types.operation_inputs(refined), types.operation_inputs(new)),
                    (types.operation_outputs(refined), types.operation_outputs(new)),
                ];
                for (refined, of_type) in tables {
                    check_field_agreement(cx, &refined, &of_type, type_node, |name| given.contains(name));
                }
            }
        }
    }
}
