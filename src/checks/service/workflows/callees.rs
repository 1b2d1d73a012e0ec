//! What activities act on: nodes, relationships, groups of nodes (TOSCA 2.0 §13.2.2, §16.5).

use crate::checks::service::{Cx, groups};
use crate::keynames::{Map, Slot};
use crate::model::service::{Connection, NodeTemplateView, RequirementAssignmentView};
use crate::model::types::{InterfaceTable, Interfaces, RequirementId, TypeRef, TypeView};
use crate::syntax::{InterfaceAssignment, NodeTemplate, RelationshipAssignment, RelationshipTemplate};
use crate::yaml::Node;

/// Interface assignments, as far as they could be read.
pub(in crate::checks::service) type AssignedInterfaces<'g> = Slot<&'g Map<InterfaceAssignment>>;

/// A node or relationship, whose operations can be called.
pub(in crate::checks::service) struct Callee<'g> {
    /// The template, or the requirement assignment.
    pub(in crate::checks::service) key: Node<'g>,
    /// Its type.
    pub(in crate::checks::service) ty: TypeView<'g>,
    /// Its interfaces.
    pub(in crate::checks::service) interfaces: InterfaceTable<'g>,
    /// What is assigned to interfaces: by the template itself, and by the one that it copies.
    pub(in crate::checks::service) assigned: Vec<AssignedInterfaces<'g>>,
}

/// A node or relationship, or a group of nodes of which one suffices.
pub(in crate::checks::service) struct Unit<'g> {
    /// What names it.
    pub(in crate::checks::service) key: Node<'g>,
    /// What it stands for.
    pub(in crate::checks::service) callees: Vec<Callee<'g>>,
    /// Whether these are all of them.
    pub(in crate::checks::service) whole: bool,
}

/// What an activity acts on.
pub(in crate::checks::service) struct Callees<'g> {
    /// One by one.
    pub(in crate::checks::service) units: Vec<Unit<'g>>,
    /// What they are together in words, unless there is only one.
    pub(in crate::checks::service) words: Option<String>,
    /// Whether these are all.
    pub(in crate::checks::service) whole: bool,
    /// Whether what is missing is only doubtful.
    pub(in crate::checks::service) lenient: bool,
}

impl<'g> Callee<'g> {
    /// What is assigned to an interface.
    pub(super) fn interface(&self, name: &str) -> impl Iterator<Item = &'g InterfaceAssignment> {
        let sections = self.assigned.iter().filter_map(|section| section.given());
        sections.filter_map(move |section| Some(&section.entry(self.key.tree(), name).given()?.1))
    }

    /// Whether what is assigned to an interface could not be read.
    pub(super) fn lost_interface(&self, name: &str) -> bool {
        self.assigned.iter().any(|section| match section {
            Slot::Absent => false,
            Slot::Unreadable => true,
            Slot::Given(section) if section.is_incomplete => true,
            Slot::Given(section) => match section.entry(self.key.tree(), name) {
                Slot::Absent => false,
                Slot::Unreadable => true,
                Slot::Given((_, assignment)) => assignment.unread.is_cut_short(),
            },
        })
    }

    /// Whether a value is given to an input of an operation, or of its interface.
    pub(super) fn gives_input(&self, interface: &str, operation: &str, name: &str) -> bool {
        let tree = self.key.tree();
        self.interface(interface).any(|interface| {
            let operations = interface.operations.as_ref();
            let inner = operations.and_then(|operations| operations.entry(tree, operation).given());
            let inner = inner.and_then(|(_, operation)| operation.inputs.as_ref());
            let mut inputs = interface.inputs.iter().chain(inner);
            inputs.any(|inputs| !inputs.entry(tree, name).is_absent())
        })
    }
}

impl<'g> Unit<'g> {
    pub(in crate::checks::service) fn one(callee: Callee<'g>) -> Self {
        Self { key: callee.key, callees: vec![callee], whole: true }
    }
}

impl<'g> Callees<'g> {
    pub(in crate::checks::service) fn one(callee: Callee<'g>) -> Self {
        Self { units: vec![Unit::one(callee)], words: None, whole: true, lenient: false }
    }

    pub(in crate::checks::service) fn several(units: Vec<Unit<'g>>, words: String, whole: bool) -> Self {
        Self { units, words: Some(words), whole, lenient: false }
    }

    /// All nodes and relationships.
    pub(in crate::checks::service) fn iter(&self) -> impl Iterator<Item = &Callee<'g>> {
        self.units.iter().flat_map(|unit| &unit.callees)
    }
}

/// A node template as one that is acted on; none where its type is not known.
pub(in crate::checks::service) fn callee<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
) -> Option<Callee<'g>> {
    let ty = groups::type_of(cx, template)?;
    let interfaces = cx.types.members(ty, Interfaces);
    let assigned = template.layers().map(NodeTemplate::interfaces).collect();
    Some(Callee { key: template.key(), ty, interfaces, assigned })
}

/// The relationships of the requirement `id` of a node template; `place` names it.
pub(super) fn relationship_callees<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    id: RequirementId,
    place: Node<'g>,
) -> Option<Callees<'g>> {
    let defined = cx.types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
    let assignments: Vec<_> =
        template.requirements().iter().filter(|assignment| assignment.name() == place.text()).collect();
    let mut units = Vec::new();
    for assignment in &assignments {
        let (meaning, assigned) = match assignment.connection {
            Connection::Template(id) => {
                let template = assignment.service().relationship_template(id);
                let assigned = template.layers().map(RelationshipTemplate::interfaces).collect();
                (Some(template.relationship_type), assigned)
            }
            Connection::Type(meaning) => (Some(meaning), inline_interfaces(*assignment)),
            Connection::Open => (defined, inline_interfaces(*assignment)),
            Connection::Unknown => (None, Vec::new()),
        };
        let callee = relationship_callee(cx, assignment.key(), id, meaning, assigned);
        units.push(callee.map(Unit::one));
    }
    if assignments.is_empty() {
        units.push(relationship_callee(cx, place, id, defined, Vec::new()).map(Unit::one));
    }
    let whole = units.iter().all(Option::is_some);
    let mut units: Vec<Unit<'g>> = units.into_iter().flatten().collect();
    if whole && units.len() == 1 {
        return Some(Callees::one(units.pop()?.callees.pop()?));
    }
    let words = format!("the relationships of requirement {}", crate::diagnostics::quoted(place.text()));
    Some(Callees::several(units, words, whole))
}

fn relationship_callee<'g>(
    cx: &mut Cx<'g>,
    key: Node<'g>,
    id: RequirementId,
    meaning: Option<TypeRef>,
    assigned: Vec<AssignedInterfaces<'g>>,
) -> Option<Callee<'g>> {
    let types = cx.types;
    let meaning = meaning?;
    let ty = types.defined(meaning)?;
    let interfaces = types.relationship_interfaces(id, meaning);
    Some(Callee { key, ty, interfaces, assigned })
}

/// The interfaces of the relationship that a requirement assignment describes itself.
fn inline_interfaces(assignment: RequirementAssignmentView<'_>) -> Vec<AssignedInterfaces<'_>> {
    assignment.own_relationship().map(RelationshipAssignment::interfaces).into_iter().collect()
}
