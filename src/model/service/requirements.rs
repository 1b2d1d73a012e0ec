//! Requirement assignments (TOSCA 2.0 §8.5).

use std::sync::Arc;

use crate::keynames::{Either, Slot};
use crate::model::types::{RequirementId, TypeRef};
use crate::syntax::{IndexedName, RelationshipAssignment, RequirementFields};
use crate::yaml::{Node, SourceNode};

use super::ids::{NodeTemplateId, RelationshipTemplateId};
use super::view::{NodeTemplateView, RequirementAssignmentView};

/// A requirement assignment.
#[derive(Debug)]
#[non_exhaustive]
pub struct RequirementAssignment {
    /// The key that names the requirement.
    pub key: SourceNode,
    /// The node template that writes it.
    pub owner: NodeTemplateId,
    /// The assignment as it is written.
    pub(super) written: Arc<RequirementFields>,
    /// The requirement definition in the type of the template that writes the assignment.
    pub definition: Option<RequirementId>,
    /// Where it leads.
    pub target: Target,
    /// What relationship is established.
    pub connection: Connection,
    /// How many relationships it stands for; none where only the running service knows.
    pub count: Option<u64>,
}

const _: () = assert!(size_of::<RequirementAssignment>() <= 88);

/// What a requirement assignment says of the node at the other end.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A node template, and the index where it stands for several nodes.
    Template(NodeTemplateId, Option<SourceNode>),
    /// Any node of a type.
    Type(TypeRef),
    /// Nothing: the definition alone decides.
    Open,
    /// What it says is not known; that was reported.
    Unknown,
}

/// What a requirement assignment says of the relationship.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Connection {
    /// A relationship template.
    Template(RelationshipTemplateId),
    /// A relationship type.
    Type(TypeRef),
    /// Nothing: it is the one of the definition.
    Open,
    /// What it says is not known; that was reported.
    Unknown,
}

impl<'m> RequirementAssignmentView<'m> {
    /// The node template that writes it.
    #[must_use]
    pub fn node_template(self) -> NodeTemplateView<'m> {
        self.service().node_template(self.owner)
    }

    /// The assignment as it is written.
    #[must_use]
    pub fn written(self) -> &'m RequirementFields {
        &self.record().written
    }

    /// The node that holds the keynames.
    #[must_use]
    pub fn body(self) -> Node<'m> {
        self.service().node(self.written().node)
    }

    /// Where the node at the other end is named.
    #[must_use]
    pub fn target_name(self) -> Option<Node<'m>> {
        let name = match self.written().target.as_ref()? {
            IndexedName::Name(name) => name.node,
            IndexedName::Indexed(name, _) => name.node,
        };
        Some(self.service().node(name))
    }

    /// The relationship that it describes itself.
    #[must_use]
    pub fn own_relationship(self) -> Option<&'m RelationshipAssignment> {
        match self.written().relationship.as_ref()? {
            Either::Long(relationship) => Some(relationship),
            Either::Short(_) => None,
        }
    }

    /// Whether the requirement may stay unmet; none where that could not be read.
    #[must_use]
    pub fn is_optional(self) -> Option<bool> {
        match self.written().optional() {
            Slot::Given(optional) => Some(optional.value),
            Slot::Unreadable => None,
            Slot::Absent => Some(false),
        }
    }
}
