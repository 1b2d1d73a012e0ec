//! What activities act on: nodes, relationships, groups of nodes (TOSCA 2.0 §13.2.2, §16.5).

use crate::model::service::{Connection, NodeTemplateView};
use crate::model::types::{InterfaceTable, Interfaces, RequirementId, TypeRef, TypeView};
use crate::templates::Review;
use crate::yaml::Node;

/// A node or relationship, whose operations can be called.
pub(in crate::templates) struct Callee<'g> {
    /// The template, or the requirement assignment.
    pub(in crate::templates) key: Node<'g>,
    /// Its type.
    pub(in crate::templates) of: TypeView<'g>,
    /// Its interfaces.
    pub(in crate::templates) interfaces: InterfaceTable<'g>,
    /// The maps of interfaces that are assigned.
    pub(in crate::templates) assigned: Vec<Node<'g>>,
}

/// A node or relationship, or a group of nodes of which one suffices.
pub(in crate::templates) struct Unit<'g> {
    /// What names it.
    pub(in crate::templates) key: Node<'g>,
    /// What it stands for.
    pub(in crate::templates) callees: Vec<Callee<'g>>,
    /// Whether these are all of them.
    pub(in crate::templates) whole: bool,
}

/// What an activity acts on.
pub(in crate::templates) struct Callees<'g> {
    /// One by one.
    pub(in crate::templates) units: Vec<Unit<'g>>,
    /// What they are together in words, unless there is only one.
    pub(in crate::templates) words: Option<String>,
    /// Whether these are all.
    pub(in crate::templates) whole: bool,
    /// Whether what is missing is only doubtful.
    pub(in crate::templates) lenient: bool,
}

impl<'g> Unit<'g> {
    pub(in crate::templates) fn one(callee: Callee<'g>) -> Self {
        Self { key: callee.key, callees: vec![callee], whole: true }
    }
}

impl<'g> Callees<'g> {
    pub(in crate::templates) fn one(callee: Callee<'g>) -> Self {
        Self { units: vec![Unit::one(callee)], words: None, whole: true, lenient: false }
    }

    pub(in crate::templates) fn several(units: Vec<Unit<'g>>, words: String, whole: bool) -> Self {
        Self { units, words: Some(words), whole, lenient: false }
    }

    /// All nodes and relationships.
    pub(in crate::templates) fn iter(&self) -> impl Iterator<Item = &Callee<'g>> {
        self.units.iter().flat_map(|unit| &unit.callees)
    }
}

impl<'g> Review<'g> {
    /// A node template as one that is acted on; none where its type is not known.
    pub(in crate::templates) fn callee(&mut self, template: NodeTemplateView<'g>) -> Option<Callee<'g>> {
        let of = self.type_of(template)?;
        let interfaces = self.types.members(of, Interfaces);
        let assigned = template.bodies().filter_map(|body| body.get("interfaces")).collect();
        Some(Callee { key: template.key(), of, interfaces, assigned })
    }

    /// The relationships of the requirement `id` of a node template; `place` names it.
    pub(super) fn relationship_callees(
        &mut self,
        template: NodeTemplateView<'g>,
        id: RequirementId,
        place: Node<'g>,
    ) -> Option<Callees<'g>> {
        let defined = self.types.requirement(id).relationship.relationship_type.map(|used| used.meaning);
        let assignments: Vec<_> =
            template.requirements().iter().filter(|assignment| assignment.name() == place.text()).collect();
        let mut units = Vec::new();
        for assignment in &assignments {
            let (meaning, assigned) = match assignment.connection {
                Connection::Template(id) => {
                    let template = assignment.service().relationship_template(id);
                    (Some(template.relationship_type), template.bodies().collect())
                }
                Connection::Type(meaning) => {
                    (Some(meaning), self.assigned_relationship(assignment.written().node))
                }
                Connection::Open => (defined, self.assigned_relationship(assignment.written().node)),
                Connection::Unknown => (None, Vec::new()),
            };
            let callee = self.relationship_callee(assignment.key(), id, meaning, &assigned);
            units.push(callee.map(Unit::one));
        }
        if assignments.is_empty() {
            units.push(self.relationship_callee(place, id, defined, &[]).map(Unit::one));
        }
        let whole = units.iter().all(Option::is_some);
        let mut units: Vec<Unit<'g>> = units.into_iter().flatten().collect();
        if whole && units.len() == 1 {
            return Some(Callees::one(units.pop()?.callees.pop()?));
        }
        let words = format!("the relationships of requirement {}", crate::diagnostics::quoted(place.text()));
        Some(Callees::several(units, words, whole))
    }

    fn assigned_relationship(&self, assignment: crate::yaml::NodeId) -> Vec<Node<'g>> {
        self.node(assignment).get("relationship").into_iter().collect()
    }

    fn relationship_callee(
        &mut self,
        key: Node<'g>,
        id: RequirementId,
        meaning: Option<TypeRef>,
        bodies: &[Node<'g>],
    ) -> Option<Callee<'g>> {
        let types = self.types;
        let meaning = meaning?;
        let of = types.defined(meaning)?;
        let interfaces = types.relationship_interfaces(id, meaning);
        let assigned = bodies.iter().filter_map(|body| body.get("interfaces")).collect();
        Some(Callee { key, of, interfaces, assigned })
    }
}
