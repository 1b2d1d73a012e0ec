//! Records of the members that each type itself defines, linked to the definitions that they refine.

use std::sync::Arc;

use crate::keynames::Map;
use crate::syntax::{
    ArtifactDefinition, CapabilityDefinition, CountRange, ImplementationDefinition, Incoming,
    InterfaceDefinition, NotificationDefinition, OperationDefinition, Outgoing, RelationshipDefinition,
    RequirementDefinition, TriggerDefinition,
};
use crate::yaml::SourceNode;

use super::field::Field;
use super::ids::{CapabilityId, InterfaceId, OperationId, Operations, Part, RequirementId};
use super::store::TypeUse;

/// The members that a type itself defines. Members of its capabilities, interfaces and so on are in the same
/// lists, after those of the type.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Members {
    /// All fields.
    pub fields: Box<[Field]>,
    /// The fields that are properties of the type.
    pub properties: Part<Field>,
    /// The fields that are attributes of the type.
    pub attributes: Part<Field>,
    /// All other members. Most types have none: data types.
    pub(super) further: Option<Box<FurtherMembers>>,
}

/// The members that types of few kinds have.
#[derive(Debug)]
#[non_exhaustive]
pub struct FurtherMembers {
    /// The fields that are inputs of an interface type.
    pub inputs: Part<Field>,
    /// The capabilities of a node type.
    pub capabilities: Vec<Capability>,
    /// The requirements of a node type.
    pub requirements: Vec<Requirement>,
    /// All interfaces.
    pub interfaces: Vec<Interface>,
    /// The interfaces of the type.
    pub own_interfaces: Part<Interface>,
    /// All operations and notifications.
    pub operations: Vec<Operation>,
    /// The operations of an interface type.
    pub own_operations: Part<Operation>,
    /// The notifications of an interface type.
    pub own_notifications: Part<Operation>,
    /// The artifacts of a node type.
    pub artifacts: Vec<Artifact>,
    /// The triggers of a policy type.
    pub triggers: Vec<Trigger>,
}

impl FurtherMembers {
    /// No members.
    pub(super) const NONE: Self = Self {
        inputs: Part::NONE,
        capabilities: Vec::new(),
        requirements: Vec::new(),
        interfaces: Vec::new(),
        own_interfaces: Part::NONE,
        operations: Vec::new(),
        own_operations: Part::NONE,
        own_notifications: Part::NONE,
        artifacts: Vec::new(),
        triggers: Vec::new(),
    };

    fn shrink(&mut self) {
        self.capabilities.shrink_to_fit();
        self.requirements.shrink_to_fit();
        self.interfaces.shrink_to_fit();
        self.operations.shrink_to_fit();
    }

    fn is_empty(&self) -> bool {
        self.inputs.is_empty()
            && self.capabilities.is_empty()
            && self.requirements.is_empty()
            && self.interfaces.is_empty()
            && self.operations.is_empty()
            && self.artifacts.is_empty()
            && self.triggers.is_empty()
    }
}

impl Members {
    /// Returns the members besides properties and attributes.
    #[must_use]
    pub fn further(&self) -> &FurtherMembers {
        static NONE: FurtherMembers = FurtherMembers::NONE;
        self.further.as_deref().unwrap_or(&NONE)
    }

    /// Adds the members besides properties and attributes.
    pub(super) fn with(self, mut further: FurtherMembers) -> Self {
        further.shrink();
        Self { further: (!further.is_empty()).then(|| Box::new(further)), ..self }
    }
}

/// A capability of a node type (§8.2).
#[derive(Debug)]
#[non_exhaustive]
pub struct Capability {
    /// Its name.
    pub key: SourceNode,
    /// Its definition, or `None` if it could not be read.
    pub written: Option<Arc<CapabilityDefinition>>,
    /// The capability that this one refines.
    pub inherited: Option<CapabilityId>,
    /// Its type.
    pub capability_type: Option<TypeUse>,
    /// Refinements of properties of the type.
    pub properties: Part<Field>,
    /// Refinements of attributes of the type.
    pub attributes: Part<Field>,
    /// The nearest list of node types that may use it.
    pub valid_source_node_types: Option<SourceNode>,
    /// The nearest list of relationship types that may target it.
    pub valid_relationship_types: Option<SourceNode>,
}

/// A requirement of a node type (§8.4).
#[derive(Debug)]
#[non_exhaustive]
pub struct Requirement {
    /// Its name.
    pub key: SourceNode,
    /// Its definition.
    pub written: Arc<RequirementDefinition>,
    /// The requirement that this one refines.
    pub inherited: Option<RequirementId>,
    /// The capability: a capability type, or the name of a capability of the node type.
    pub capability: Option<TypeUse>,
    /// The node type.
    pub node_type: Option<TypeUse>,
    /// The relationship.
    pub relationship: Relationship,
    /// The range of the number of relationships, with its node.
    pub count_range: Option<(CountRange, SourceNode)>,
}

/// The relationship of a requirement definition.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Relationship {
    /// The definition in the long notation, if there is one.
    pub written: Option<Arc<RelationshipDefinition>>,
    /// The relationship type.
    pub relationship_type: Option<TypeUse>,
    /// Refinements of properties of the type.
    pub properties: Part<Field>,
    /// Refinements of attributes of the type.
    pub attributes: Part<Field>,
    /// Refinements of interfaces of the type.
    pub interfaces: Part<Interface>,
}

/// An interface of a node type, relationship type or requirement (§11.2).
#[derive(Debug)]
#[non_exhaustive]
pub struct Interface {
    /// Its name.
    pub key: SourceNode,
    /// Its definition, or `None` if it could not be read.
    pub written: Option<Arc<InterfaceDefinition>>,
    /// The interface that this one refines.
    pub inherited: Option<InterfaceId>,
    /// The node that names a narrower relationship type, if this interface has no definition and merges an
    /// inherited refinement with the interface of that type.
    pub narrower_type_node: Option<SourceNode>,
    /// Its type.
    pub interface_type: Option<TypeUse>,
    /// The inputs.
    pub inputs: Part<Field>,
    /// Refinements of operations of the type.
    pub operations: Part<Operation>,
    /// Refinements of notifications of the type.
    pub notifications: Part<Operation>,
}

impl Interface {
    /// Returns the refinements of operations or notifications.
    pub(super) fn operations_in(&self, section: Operations) -> Part<Operation> {
        match section {
            Operations::Operations => self.operations,
            Operations::Notifications => self.notifications,
        }
    }
}

/// An artifact of a node type (§12.2).
#[derive(Debug)]
#[non_exhaustive]
pub struct Artifact {
    /// Its name.
    pub key: SourceNode,
    /// Its definition, or `None` if it could not be read.
    pub(super) written: Option<Arc<ArtifactDefinition>>,
}

/// A trigger of a policy type (§16.5).
#[derive(Debug)]
#[non_exhaustive]
pub struct Trigger {
    /// Its name.
    pub key: SourceNode,
    /// Its definition, or `None` if it could not be read.
    pub(super) written: Option<Arc<TriggerDefinition>>,
}

/// The form in which a type declares an operation or notification.
#[derive(Debug)]
#[non_exhaustive]
pub enum DeclaredOperation {
    /// §11.4
    Operation(Arc<OperationDefinition>),
    /// §11.6
    Notification(Arc<NotificationDefinition>),
    /// A form that could not be read.
    Unreadable,
    /// No form: the operation exists only because of a narrower type.
    Undeclared,
}

/// An operation or notification.
#[derive(Debug)]
#[non_exhaustive]
pub struct Operation {
    /// Its name.
    pub key: SourceNode,
    /// Its definition.
    pub written: DeclaredOperation,
    /// The operation that this one refines.
    pub inherited: Option<OperationId>,
    /// The node that names a narrower type, if this operation has no definition and merges an inherited
    /// refinement with the operation of that type.
    pub narrower_type_node: Option<SourceNode>,
    /// The operation that has the nearest implementation: itself, or one that it refines. Implementations are
    /// not merged (11.4-10).
    pub implementation: Option<OperationId>,
    /// The inputs.
    pub inputs: Part<Field>,
    /// The outputs.
    pub outputs: Part<Field>,
}

impl DeclaredOperation {
    /// Returns the implementation.
    #[must_use]
    pub fn implementation(&self) -> Option<&ImplementationDefinition> {
        match self {
            DeclaredOperation::Operation(operation) => operation.implementation.as_ref(),
            DeclaredOperation::Notification(notification) => notification.implementation.as_ref(),
            DeclaredOperation::Unreadable | DeclaredOperation::Undeclared => None,
        }
    }

    /// Returns the inputs.
    #[must_use]
    pub fn inputs(&self) -> Option<&Map<Outgoing>> {
        match self {
            DeclaredOperation::Operation(operation) => operation.inputs.as_ref(),
            DeclaredOperation::Notification(notification) => notification.inputs.as_ref(),
            DeclaredOperation::Unreadable | DeclaredOperation::Undeclared => None,
        }
    }

    /// Returns the outputs.
    #[must_use]
    pub fn outputs(&self) -> Option<&Map<Incoming>> {
        match self {
            DeclaredOperation::Operation(operation) => operation.outputs.as_ref(),
            DeclaredOperation::Notification(notification) => notification.outputs.as_ref(),
            DeclaredOperation::Unreadable | DeclaredOperation::Undeclared => None,
        }
    }
}
