//! The model of requirement assignments (TOSCA 2.0 §8.5).

use std::sync::Arc;

use crate::keynames::{Either, Slot};
use crate::model::types::{RequirementId, TypeRef};
use crate::syntax::{IndexedName, RelationshipAssignment, RequirementFields};
use crate::yaml::{SourceNode, YamlNode};

use super::ids::{NodeTemplateId, RelationshipTemplateId};
use super::view::{NodeTemplateView, RequirementAssignmentView};

/// A requirement assignment.
#[derive(Debug)]
#[non_exhaustive]
pub struct RequirementAssignment {
    /// The key that names the requirement.
    pub key: SourceNode,
    /// The node template that contains it.
    pub owner: NodeTemplateId,
    /// The parsed assignment.
    pub(super) written: Arc<RequirementFields>,
    /// The requirement definition in the type of that node template.
    pub definition: Option<RequirementId>,
    /// Its target.
    pub target: Target,
    /// Its relationship.
    pub connection: Connection,
    /// The number of its relationships, or `None` if it is known only at run time.
    pub count: Option<u64>,
}

const _: () = assert!(size_of::<RequirementAssignment>() <= 88);

/// The target of a requirement assignment.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Target {
    /// A node template, and the index if it has several nodes.
    Template(NodeTemplateId, Option<SourceNode>),
    /// Any node of a type.
    Type(TypeRef),
    /// No target: only the definition decides.
    Open,
    /// Not known; this was reported.
    Unknown,
}

/// The relationship of a requirement assignment.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Connection {
    /// A relationship template.
    Template(RelationshipTemplateId),
    /// A relationship type.
    Type(TypeRef),
    /// No relationship: the definition decides.
    Open,
    /// Not known; this was reported.
    Unknown,
}

impl<'m> RequirementAssignmentView<'m> {
    /// The node template that contains it.
    #[must_use]
    pub fn node_template(self) -> NodeTemplateView<'m> {
        self.service().node_template(self.owner)
    }

    /// The parsed assignment.
    #[must_use]
    pub fn written(self) -> &'m RequirementFields {
        &self.record().written
    }

    /// Returns the map of its keynames.
    #[must_use]
    pub fn body(self) -> YamlNode<'m> {
        self.service().node(self.written().node)
    }

    /// Returns the node that names its target.
    #[must_use]
    pub fn target_name(self) -> Option<YamlNode<'m>> {
        let name = match self.written().target.as_ref()? {
            IndexedName::Name(name) => name.node,
            IndexedName::Indexed(name, _) => name.node,
        };
        Some(self.service().node(name))
    }

    /// Returns the node that names its relationship type or template.
    #[must_use]
    pub fn relationship_name(self) -> Option<YamlNode<'m>> {
        let name = match self.written().relationship.as_ref()? {
            Either::Short(name) => name.node,
            Either::Long(relationship) => relationship.relationship_type?.node,
        };
        Some(self.service().node(name))
    }

    /// Returns the relationship assignment that it contains.
    #[must_use]
    pub fn own_relationship(self) -> Option<&'m RelationshipAssignment> {
        match self.written().relationship.as_ref()? {
            Either::Long(relationship) => Some(relationship),
            Either::Short(_) => None,
        }
    }

    /// Returns whether the requirement may stay unfulfilled, or `None` if that could not be read.
    #[must_use]
    pub fn is_optional(self) -> Option<bool> {
        match self.written().optional() {
            Slot::Given(optional) => Some(optional.value),
            Slot::Unreadable => None,
            Slot::Absent => Some(false),
        }
    }
}
