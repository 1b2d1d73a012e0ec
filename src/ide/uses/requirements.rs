//! Finds names in requirement assignments: the requirement, the target capability, and the relationship.

use crate::model::service::{
    Connection, RequiredCapability, RequirementAssignmentView, Target, offered, required_by_assignment,
};
use crate::model::types::{
    Capabilities, CapabilityId, FieldId, Fields, InterfaceTable, Interfaces, TypeRef, TypeView,
};

use super::{Finder, interfaces, values};
use crate::ide::referent::Referent;

/// Finds the names in a requirement assignment.
pub(super) fn find<'m>(finder: &mut Finder<'m>, assignment: RequirementAssignmentView<'m>) {
    let types = finder.types;
    if let Some(id) = assignment.definition {
        finder.uses(assignment.key(), Referent::Requirement(id));
    }
    let target = target_type(finder, assignment);
    let expected = assignment
        .definition
        .map(|id| required_by_assignment(types, assignment, types.requirement(id), target));
    let named = match expected {
        Some(RequiredCapability::Named(name)) => target.and_then(|ty| types.member(ty, Capabilities, name)),
        _ => None,
    };
    if let (Some(name), Some(id)) = (assignment.written().capability, named) {
        let name = finder.node(name.node);
        if name.text() == types.name_of(id) {
            finder.uses(name, Referent::Capability(id));
        }
    }
    let allocated = allocated(target, expected, finder, named);
    values::assigned(finder, assignment.written().allocation(), allocated);
    let Some(relationship) = assignment.own_relationship() else { return };
    let defined = assignment.definition.and_then(|id| types.requirement(id).relationship.relationship_type);
    let meaning = match assignment.connection {
        Connection::Type(meaning) => meaning,
        _ => defined.map_or(TypeRef::Unknown, |used| used.meaning),
    };
    let field = |section| {
        move |name: &str| match assignment.definition {
            Some(id) => types.assigned_relationship_fields(id, meaning, section).get(name),
            None => types.member(types.defined(meaning)?, section, name),
        }
    };
    values::assigned(finder, relationship.properties(), field(Fields::Properties));
    values::assigned(finder, relationship.attributes(), field(Fields::Attributes));
    let table: InterfaceTable<'m> = match (assignment.definition, types.defined(meaning)) {
        (Some(id), _) => types.relationship_interfaces(id, meaning),
        (None, Some(ty)) => types.members(ty, Interfaces),
        (None, None) => InterfaceTable::empty(types),
    };
    interfaces::assigned(finder, relationship.interfaces(), &table, None, None);
}

/// Returns the type of the target node, if it is known.
fn target_type<'m>(finder: &Finder<'m>, assignment: RequirementAssignmentView<'m>) -> Option<TypeView<'m>> {
    let meaning = match assignment.target {
        Target::Template(id, _) => assignment.service().node_template(id).node_type,
        Target::Type(meaning) => meaning,
        Target::Open => finder.types.requirement(assignment.definition?).node_type?.meaning,
        Target::Unknown => return None,
    };
    finder.types.defined(meaning)
}

/// Returns a function that finds the properties of the allocated capability.
fn allocated<'m>(
    target: Option<TypeView<'m>>,
    expected: Option<RequiredCapability<'m>>,
    finder: &Finder<'m>,
    named: Option<CapabilityId>,
) -> impl Fn(&str) -> Option<FieldId> + use<'m> {
    let types = finder.types;
    let capability = named.or_else(|| offered(types, target?, expected?).first().copied());
    let capability_type = match expected {
        Some(RequiredCapability::Type(meaning)) => types.defined(meaning),
        _ => None,
    };
    move |name| match (capability, capability_type) {
        (Some(id), _) => types.capability_fields(id, Fields::Properties).get(name),
        (None, Some(ty)) => types.member(ty, Fields::Properties, name),
        (None, None) => None,
    }
}
