//! Requirement assignments (TOSCA 2.0 §8.5).

use crate::grammar::{Either, NameKind, Slot};
use crate::model::types::{RequirementId, Requirements, TypeRef, Types};
use crate::syntax::{IndexedName, NodeTemplate, RequirementFields};
use crate::yaml::{Node, NodeId};

use super::{Topology, static_count};

/// A requirement assignment.
#[derive(Debug)]
pub struct Edge<'g> {
    /// The name of the requirement.
    pub key: Node<'g>,
    /// The assignment.
    pub written: &'g RequirementFields,
    /// The requirement definition in the type of the template that writes the assignment.
    pub definition: Option<RequirementId>,
    /// Where it leads.
    pub target: Target<'g>,
    /// What relationship is established.
    pub connection: Connection,
    /// How many relationships it stands for; none where only the running service knows.
    pub count: Option<u64>,
}

impl<'g> Edge<'g> {
    /// Where the node at the other end is named.
    #[must_use]
    pub fn target_name(&self) -> Option<Node<'g>> {
        let name = match self.written.target.as_ref()? {
            IndexedName::Name(name) => name.node,
            IndexedName::Indexed(name, _) => name.node,
        };
        Some(self.key.tree().node(name))
    }

    /// Whether the requirement may stay unmet; none where that could not be read.
    #[must_use]
    pub fn is_optional(&self) -> Option<bool> {
        match self.written.optional() {
            Slot::Given(optional) => Some(optional.value),
            Slot::Unreadable => None,
            Slot::Absent => Some(false),
        }
    }
}

/// What a requirement assignment says of the node at the other end.
#[derive(Clone, Copy, Debug)]
pub enum Target<'g> {
    /// A node template, and the index where it stands for several nodes.
    Template(u32, Option<Node<'g>>),
    /// Any node of a type.
    Type(TypeRef),
    /// Nothing: the definition alone decides.
    Open,
    /// What it says is not known; that was told.
    Unknown,
}

/// What a requirement assignment says of the relationship.
#[derive(Clone, Copy, Debug)]
pub enum Connection {
    /// A relationship template.
    Template(u32),
    /// A relationship type.
    Type(TypeRef),
    /// Nothing: it is the one of the definition.
    Open,
    /// What it says is not known; that was told.
    Unknown,
}

/// The assignments that a node template of the type `node_type` writes.
pub(super) fn read<'g>(
    types: &'g Types,
    topology: &Topology<'g>,
    template: &'g NodeTemplate,
    node_type: TypeRef,
) -> Vec<Edge<'g>> {
    let Some(list) = &template.requirements else { return Vec::new() };
    let file = topology.file;
    let of = types.defined(node_type);
    let edges = list.entries.iter().map(|entry| {
        let (key, written) = (file.node(entry.key), &entry.value.0);
        Edge {
            key,
            written,
            definition: of.and_then(|of| types.member(of, Requirements, key.text())),
            target: match written.target() {
                Slot::Given(target) => self::target(types, topology, target),
                Slot::Unreadable => Target::Unknown,
                Slot::Absent => Target::Open,
            },
            connection: match written.relationship() {
                Slot::Given(Either::Short(name)) => connection(types, topology, name.node),
                Slot::Given(Either::Long(assignment)) => match assignment.relationship_type() {
                    Slot::Given(name) => Connection::Type(types.meaning(file.node(name.node))),
                    Slot::Unreadable => Connection::Unknown,
                    Slot::Absent => Connection::Open,
                },
                Slot::Unreadable => Connection::Unknown,
                Slot::Absent => Connection::Open,
            },
            count: static_count(file, written.count()),
        }
    });
    edges.collect()
}

fn target<'g>(types: &'g Types, topology: &Topology<'g>, written: &IndexedName) -> Target<'g> {
    let (name, index) = match written {
        IndexedName::Name(name) => (name.node, None),
        IndexedName::Indexed(name, index) => (name.node, Some(topology.file.node(*index))),
    };
    if let Some(number) = topology.named(types, name, NameKind::NodeTemplate) {
        return Target::Template(number, index);
    }
    match type_named(types, topology, name, NameKind::NodeType) {
        Some(meaning) => Target::Type(meaning),
        None => Target::Unknown,
    }
}

fn connection<'g>(types: &'g Types, topology: &Topology<'g>, name: NodeId) -> Connection {
    if let Some(number) = topology.named(types, name, NameKind::RelationshipTemplate) {
        return Connection::Template(number);
    }
    match type_named(types, topology, name, NameKind::RelationshipType) {
        Some(meaning) => Connection::Type(meaning),
        None => Connection::Unknown,
    }
}

/// The type of a kind that a name means; none where it means something else.
fn type_named<'g>(
    types: &'g Types,
    topology: &Topology<'g>,
    name: NodeId,
    kind: NameKind,
) -> Option<TypeRef> {
    match types.meaning(topology.file.node(name)) {
        TypeRef::Defined(id) if types.names.definition(id).kind == kind => Some(TypeRef::Defined(id)),
        _ => None,
    }
}
