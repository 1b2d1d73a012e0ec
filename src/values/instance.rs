//! The nodes and relationships that a service has when it runs, as far as they are known before: what `SELF`
//! and the indices in a value refer to (TOSCA 2.0 §10.2.1.6, §10.2.1.7, §14).

use crate::model::service::{NodeTemplateView, RequirementAssignmentView};
use crate::model::types::{CapabilityId, Types};
use crate::yaml::SourceNode;

use super::paths::{Entity, PathCapability, PathNode, PathRelationship};

/// What `SELF` refers to in a value.
#[derive(Clone, Copy, Debug)]
pub enum EntityInstance<'g> {
    /// A node.
    Node(NodeInstance<'g>),
    /// A relationship.
    Relationship(RelationshipInstance<'g>),
}

/// A node that is created from a template.
#[derive(Clone, Copy, Debug)]
pub struct NodeInstance<'g> {
    /// Its template.
    pub template: NodeTemplateView<'g>,
    /// Its index, or `None` if it is any of several nodes.
    pub index: Option<u64>,
}

/// The relationship of a requirement.
#[derive(Clone, Copy, Debug)]
pub struct RelationshipInstance<'g> {
    /// Its source.
    pub source: NodeInstance<'g>,
    /// The assignment that it comes from.
    pub assignment: RequirementAssignmentView<'g>,
    /// Its index among the relationships of the requirement, or `None` if it is any of this assignment.
    pub index: Option<u64>,
}

/// An entity that has properties.
#[derive(Clone, Copy, Debug)]
pub enum PropertyOwner<'g> {
    /// A node.
    Node(NodeInstance<'g>),
    /// A capability of a node.
    Capability(NodeInstance<'g>, CapabilityId),
    /// A relationship.
    Relationship(RelationshipInstance<'g>),
}

/// What identifies an entity that has properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OwnerId {
    template: SourceNode,
    index: Option<u64>,
    capability: Option<CapabilityId>,
    assignment: Option<(SourceNode, Option<u64>)>,
}

impl<'g> NodeInstance<'g> {
    /// Returns the node of a template: the only one, or any of several.
    #[must_use]
    pub fn of_template(template: NodeTemplateView<'g>) -> Self {
        Self { template, index: (template.count == Some(1)).then_some(0) }
    }

    /// Returns the node of the same template with an index.
    pub(super) fn at(self, index: u64) -> Self {
        Self { index: Some(index), ..self }
    }
}

impl<'g> RelationshipInstance<'g> {
    /// Returns any relationship of an assignment of the requirements of `source`.
    #[must_use]
    pub fn of_assignment(source: NodeInstance<'g>, assignment: RequirementAssignmentView<'g>) -> Self {
        Self { source, assignment, index: None }
    }

    /// Whether the assignment has one relationship.
    #[must_use]
    pub fn is_only(self) -> bool {
        self.index.is_some() || self.assignment.count == Some(1)
    }

    /// Returns its index, if it is known which one it is. The relationships of a requirement are counted through
    /// all its assignments (§10.2.1.7).
    #[must_use]
    pub fn known_index(self) -> Option<u64> {
        self.index.or_else(|| self.first_index().filter(|_| self.is_only()))
    }

    /// Returns the index of the first relationship of the assignment.
    pub(super) fn first_index(self) -> Option<u64> {
        let all = self.source.template.requirements();
        let of_requirement = all.iter().filter(|other| other.name() == self.assignment.name());
        let before = of_requirement.take_while(|other| other.key != self.assignment.key);
        before.map(|other| other.count).sum()
    }
}

impl<'g> EntityInstance<'g> {
    /// Returns the node, or the source of the relationship.
    #[must_use]
    pub fn node(self) -> NodeInstance<'g> {
        match self {
            Self::Node(node) => node,
            Self::Relationship(relationship) => relationship.source,
        }
    }
}

impl<'g> From<EntityInstance<'g>> for PropertyOwner<'g> {
    fn from(instance: EntityInstance<'g>) -> Self {
        match instance {
            EntityInstance::Node(node) => Self::Node(node),
            EntityInstance::Relationship(relationship) => Self::Relationship(relationship),
        }
    }
}

impl<'g> PropertyOwner<'g> {
    /// Returns what `SELF` refers to in the values of its properties.
    #[must_use]
    pub fn instance(self) -> EntityInstance<'g> {
        match self {
            Self::Node(node) | Self::Capability(node, _) => EntityInstance::Node(node),
            Self::Relationship(relationship) => EntityInstance::Relationship(relationship),
        }
    }

    /// Returns any of the entities that differ from this one by an index only, if there are several.
    pub(super) fn any(self) -> Option<Self> {
        let of = |node: NodeInstance<'g>| NodeInstance {
            index: node.index.filter(|_| node.template.count == Some(1)),
            ..node
        };
        let any = match self {
            Self::Node(node) => Self::Node(of(node)),
            Self::Capability(node, definition) => Self::Capability(of(node), definition),
            Self::Relationship(relationship) => Self::Relationship(RelationshipInstance {
                source: of(relationship.source),
                index: relationship.index.filter(|_| relationship.assignment.count == Some(1)),
                ..relationship
            }),
        };
        (any.id() != self.id()).then_some(any)
    }

    /// Returns the same entity of the node with an index.
    pub(super) fn of_node(self, index: u64) -> Self {
        match self {
            Self::Node(node) => Self::Node(node.at(index)),
            Self::Capability(node, definition) => Self::Capability(node.at(index), definition),
            Self::Relationship(relationship) => {
                let source = relationship.source.at(index);
                Self::Relationship(RelationshipInstance { source, ..relationship })
            }
        }
    }

    /// Returns the entity as paths see it.
    pub(super) fn entity(self, types: &'g Types) -> Entity<'g> {
        match self {
            Self::Node(node) => Entity::Node(PathNode::of_template(node.template)),
            Self::Capability(node, definition) => {
                let owner = Box::new(PathNode::of_template(node.template));
                Entity::Capability(PathCapability::of_definition(types, owner, definition))
            }
            Self::Relationship(RelationshipInstance { source, assignment, .. }) => {
                let source = PathNode::of_template(source.template);
                Entity::Relationship(PathRelationship::of_assignment(source, assignment))
            }
        }
    }

    /// Returns what identifies it.
    pub(super) fn id(self) -> OwnerId {
        let (node, capability, assignment) = match self {
            Self::Node(node) => (node, None, None),
            Self::Capability(node, definition) => (node, Some(definition), None),
            Self::Relationship(RelationshipInstance { source, assignment, index }) => {
                (source, None, Some((assignment.key, index)))
            }
        };
        OwnerId { template: node.template.key, index: node.index, capability, assignment }
    }
}
