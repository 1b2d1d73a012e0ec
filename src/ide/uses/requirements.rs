//! Requirement assignments: the requirement, the capability at the other end, the relationship.

use crate::model::service::{
    Connection, RequirementAssignmentView, Target, Wanted, offered, wanted_by_assignment,
};
use crate::model::types::{
    Capabilities, CapabilityId, FieldId, Fields, InterfaceTable, Interfaces, TypeRef, TypeView,
};

use super::{Finder, interfaces, values};
use crate::ide::referent::Referent;

/// The names in a requirement assignment.
pub(super) fn find<'m>(found: &mut Finder<'m>, assignment: RequirementAssignmentView<'m>) {
    let types = found.types;
    if let Some(id) = assignment.definition {
        found.uses(assignment.key(), Referent::Requirement(id));
    }
    let target = target_type(found, assignment);
    let wanted = assignment
        .definition
        .map(|id| wanted_by_assignment(types, assignment, types.requirement(id), target));
    let named = match wanted {
        Some(Wanted::Named(name)) => target.and_then(|of| types.member(of, Capabilities, name)),
        _ => None,
    };
    if let (Some(name), Some(id)) = (assignment.written().capability, named) {
        let name = found.node(name.node);
        if name.text() == types.name_of(id) {
            found.uses(name, Referent::Capability(id));
        }
    }
    let allocated = allocated(target, wanted, found, named);
    values::assigned(found, assignment.written().allocation(), allocated);
    let Some(relationship) = assignment.own_relationship() else { return };
    let defined = assignment.definition.and_then(|id| types.requirement(id).relationship.relationship_type);
    let meaning = match assignment.connection {
        Connection::Type(meaning) => meaning,
        _ => defined.map_or(TypeRef::Unknown, |used| used.meaning),
    };
    let definition = assignment.definition.filter(|_| defined.is_some_and(|used| used.meaning == meaning));
    let field = |section| {
        move |name: &str| {
            let refined = definition.and_then(|id| types.relationship_fields(id, section).get(name));
            refined.or_else(|| types.member(types.defined(meaning)?, section, name))
        }
    };
    values::assigned(found, relationship.properties(), field(Fields::Properties));
    values::assigned(found, relationship.attributes(), field(Fields::Attributes));
    let table: InterfaceTable<'m> = match (assignment.definition, types.defined(meaning)) {
        (Some(id), _) => types.relationship_interfaces(id, meaning),
        (None, Some(of)) => types.members(of, Interfaces),
        (None, None) => InterfaceTable::empty(types),
    };
    interfaces::assigned(found, relationship.interfaces(), &table, None, None);
}

/// The type of the node at the other end, as far as it is known.
fn target_type<'m>(found: &Finder<'m>, assignment: RequirementAssignmentView<'m>) -> Option<TypeView<'m>> {
    let meaning = match assignment.target {
        Target::Template(id, _) => assignment.service().node_template(id).node_type,
        Target::Type(meaning) => meaning,
        Target::Open => found.types.requirement(assignment.definition?).node_type?.meaning,
        Target::Unknown => return None,
    };
    found.types.defined(meaning)
}

/// Finds the property of the capability that an allocation takes some of.
fn allocated<'m>(
    target: Option<TypeView<'m>>,
    wanted: Option<Wanted<'m>>,
    found: &Finder<'m>,
    named: Option<CapabilityId>,
) -> impl Fn(&str) -> Option<FieldId> + use<'m> {
    let types = found.types;
    let capability = named.or_else(|| offered(types, target?, wanted?).first().copied());
    let capability_type = match wanted {
        Some(Wanted::Type(meaning)) => types.defined(meaning),
        _ => None,
    };
    move |name| match (capability, capability_type) {
        (Some(id), _) => types.capability_fields(id, Fields::Properties).get(name),
        (None, Some(of)) => types.member(of, Fields::Properties, name),
        (None, None) => None,
    }
}
