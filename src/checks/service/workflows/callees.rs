//! Targets of activities: nodes, relationships and groups of nodes (TOSCA 2.0 §13.2.2, §16.5).

use crate::checks::service::{Cx, groups};
use crate::diagnostics::suggest_typo;
use crate::keynames::{Map, Slot};
use crate::model::service::{Connection, NodeTemplateView, RequirementAssignmentView};
use crate::model::types::{InterfaceTable, Interfaces, RequirementId, TypeRef, TypeView};
use crate::syntax::{InterfaceAssignment, NodeTemplate, RelationshipAssignment, RelationshipTemplate};
use crate::yaml::YamlNode;

/// Interface assignments, as far as they could be read.
pub(in crate::checks::service) type AssignedInterfaces<'g> = Slot<&'g Map<InterfaceAssignment>>;

/// A node or relationship whose operations an activity can call.
pub(in crate::checks::service) struct Callee<'g> {
    /// The key of the template or requirement assignment.
    pub(in crate::checks::service) key: YamlNode<'g>,
    /// Its type.
    pub(in crate::checks::service) ty: TypeView<'g>,
    /// Its interfaces.
    pub(in crate::checks::service) interfaces: InterfaceTable<'g>,
    /// The interface assignments of the template, and of the template that it copies.
    pub(in crate::checks::service) assigned: Vec<AssignedInterfaces<'g>>,
}

/// A node, a relationship, or a group of nodes; one node of a group must have the operation.
pub(in crate::checks::service) struct Unit<'g> {
    /// The key of its definition.
    pub(in crate::checks::service) key: YamlNode<'g>,
    /// The node or relationship, or the nodes of the group.
    pub(in crate::checks::service) callees: Vec<Callee<'g>>,
    /// Whether `callees` has all of them.
    pub(in crate::checks::service) is_complete: bool,
}

/// All targets of an activity.
pub(in crate::checks::service) struct Callees<'g> {
    /// The targets.
    pub(in crate::checks::service) units: Vec<Unit<'g>>,
    /// The targets as messages name them, or `None` if there is only one.
    pub(in crate::checks::service) description: Option<String>,
    /// Whether `units` has all targets.
    pub(in crate::checks::service) is_complete: bool,
    /// Whether a missing operation is only a warning.
    pub(in crate::checks::service) is_lenient: bool,
    /// The names of operations that were reported as missing.
    pub(in crate::checks::service) reported: Vec<&'g str>,
}

impl<'g> Callee<'g> {
    /// Returns the assignments of an interface.
    pub(super) fn interface(&self, name: &str) -> impl Iterator<Item = &'g InterfaceAssignment> {
        let sections = self.assigned.iter().filter_map(|section| section.given());
        sections.filter_map(move |section| Some(&section.entry(self.key.tree(), name).given()?.1))
    }

    /// Whether an assignment of an interface could not be read.
    pub(super) fn has_unreadable_interface(&self, name: &str) -> bool {
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

    /// Whether the target assigns an input of an operation or of its interface, or may do so at the wrong place.
    pub(super) fn gives_input(&self, cx: &Cx<'_>, interface: &str, operation: &str, name: &str) -> bool {
        let tree = self.key.tree();
        let unknown_keys = cx.types.graph.file(tree.file()).unknown_keys();
        if unknown_keys.may_define_inside(self.key.entry_value(), name) {
            return true;
        }
        self.interface(interface).any(|interface| {
            let operations = interface.operations.as_ref();
            let inner = operations.and_then(|operations| operations.entry(tree, operation).given());
            // A name that is not known is reported; the operation is probably meant.
            let misspelled = operations.filter(|_| inner.is_none()).and_then(|operations| {
                let mut entries = operations.entries.iter();
                entries.find(|(key, _)| suggest_typo(tree.node(*key).text(), [operation]).is_some())
            });
            let inner = inner.map(|(_, operation)| operation).or(misspelled.map(|(_, operation)| operation));
            let is_unread = interface.inputs().is_unreadable()
                || inner.is_some_and(|operation| operation.inputs().is_unreadable());
            let inner = inner.and_then(|operation| operation.inputs.as_ref());
            let mut inputs = interface.inputs.iter().chain(inner);
            is_unread || inputs.any(|inputs| !inputs.entry(tree, name).is_absent())
        })
    }
}

impl<'g> Unit<'g> {
    pub(in crate::checks::service) fn single(callee: Callee<'g>) -> Self {
        Self { key: callee.key, callees: vec![callee], is_complete: true }
    }
}

impl<'g> Callees<'g> {
    pub(in crate::checks::service) fn single(callee: Callee<'g>) -> Self {
        Self {
            units: vec![Unit::single(callee)],
            description: None,
            is_complete: true,
            is_lenient: false,
            reported: Vec::new(),
        }
    }

    pub(in crate::checks::service) fn several(
        units: Vec<Unit<'g>>,
        description: String,
        is_complete: bool,
    ) -> Self {
        Self { units, description: Some(description), is_complete, is_lenient: false, reported: Vec::new() }
    }

    /// Iterates over all nodes and relationships.
    pub(in crate::checks::service) fn iter(&self) -> impl Iterator<Item = &Callee<'g>> {
        self.units.iter().flat_map(|unit| &unit.callees)
    }
}

/// Returns a node template as a target, or `None` if its type is unknown.
pub(in crate::checks::service) fn callee<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
) -> Option<Callee<'g>> {
    let ty = groups::type_of_template(cx, template)?;
    let interfaces = cx.types.members(ty, Interfaces);
    let assigned = template.layers().map(NodeTemplate::interfaces).collect();
    Some(Callee { key: template.key(), ty, interfaces, assigned })
}

/// Returns the relationships of the requirement `id` of a node template; `name` is the node that names it.
pub(super) fn relationship_callees<'g>(
    cx: &mut Cx<'g>,
    template: NodeTemplateView<'g>,
    id: RequirementId,
    name: YamlNode<'g>,
) -> Option<Callees<'g>> {
    let defined = cx.types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
    let assignments: Vec<_> =
        template.requirements().iter().filter(|assignment| assignment.name() == name.text()).collect();
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
        units.push(callee.map(Unit::single));
    }
    if assignments.is_empty() {
        units.push(relationship_callee(cx, name, id, defined, Vec::new()).map(Unit::single));
    }
    let is_complete = units.iter().all(Option::is_some);
    let mut units: Vec<Unit<'g>> = units.into_iter().flatten().collect();
    if is_complete && units.len() == 1 {
        return Some(Callees::single(units.pop()?.callees.pop()?));
    }
    let description = format!("the relationships of requirement {}", crate::diagnostics::quoted(name.text()));
    Some(Callees::several(units, description, is_complete))
}

fn relationship_callee<'g>(
    cx: &mut Cx<'g>,
    key: YamlNode<'g>,
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

/// Returns the interface assignments of the relationship inside a requirement assignment.
fn inline_interfaces(assignment: RequirementAssignmentView<'_>) -> Vec<AssignedInterfaces<'_>> {
    assignment.own_relationship().map(RelationshipAssignment::interfaces).into_iter().collect()
}
