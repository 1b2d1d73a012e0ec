//! What types are made of: records of what each type writes itself, linked to what it refines.

use std::ops::Range;
use std::sync::Arc;

use crate::grammar::Map;
use crate::resolve::DefinitionId;
use crate::syntax::{
    CapabilityDefinition, CountRange, Incoming, InterfaceDefinition, NotificationDefinition,
    OperationDefinition, Outgoing, RelationshipDefinition, RequirementDefinition,
};
use crate::yaml::{NodeId, SourceNode};

use super::field::Field;
use super::store::TypeUse;

/// A member of a type: a place in one of the lists of its [`Members`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberId {
    /// The type.
    pub owner: DefinitionId,
    /// The place in the list.
    pub index: u32,
}

/// The name spaces of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Section {
    /// Properties.
    Property,
    /// Attributes.
    Attribute,
    /// Inputs of an interface type.
    Input,
    /// Capabilities of a node type.
    Capability,
    /// Requirements of a node type.
    Requirement,
    /// Interfaces of a node type or relationship type.
    Interface,
    /// Operations of an interface type.
    Operation,
    /// Notifications of an interface type.
    Notification,
    /// Artifacts of a node type.
    Artifact,
    /// Triggers of a policy type.
    Trigger,
}

/// A part of a list.
pub(super) type Part = Range<u32>;

/// What a type writes itself. Members of capabilities, interfaces and the like stand in the same lists,
/// behind those of the type.
#[derive(Debug, Default)]
pub struct Members {
    /// All fields.
    pub fields: Box<[Field]>,
    /// The fields that are properties of the type.
    pub properties: Part,
    /// The fields that are attributes of the type.
    pub attributes: Part,
    /// The fields that are inputs of an interface type.
    pub inputs: Part,
    /// The capabilities of a node type.
    pub capabilities: Box<[Capability]>,
    /// The requirements of a node type.
    pub requirements: Box<[Requirement]>,
    /// All interfaces.
    pub interfaces: Box<[Interface]>,
    /// The interfaces of the type.
    pub own_interfaces: Part,
    /// All operations and notifications.
    pub operations: Box<[Operation]>,
    /// The operations of an interface type.
    pub own_operations: Part,
    /// The notifications of an interface type.
    pub own_notifications: Part,
    /// The names of artifacts of a node type.
    pub artifacts: Box<[SourceNode]>,
    /// The names of triggers of a policy type.
    pub triggers: Box<[SourceNode]>,
}

/// The elements of a part of a list.
#[must_use]
pub fn part<'m, T>(list: &'m [T], part: &Part) -> &'m [T] {
    list.get(part.start as usize..part.end as usize).unwrap_or(&[])
}

impl Members {
    /// Visits all members of the type itself: section, key, place in the list of the section.
    pub(super) fn each(&self, mut visit: impl FnMut(Section, SourceNode, u32)) {
        let fields = [
            (Section::Property, &self.properties),
            (Section::Attribute, &self.attributes),
            (Section::Input, &self.inputs),
        ];
        for (section, range) in fields {
            for index in range.clone() {
                visit(section, self.fields[index as usize].key, index);
            }
        }
        for (capability, index) in self.capabilities.iter().zip(0..) {
            visit(Section::Capability, capability.key, index);
        }
        for (requirement, index) in self.requirements.iter().zip(0..) {
            visit(Section::Requirement, requirement.key, index);
        }
        for index in self.own_interfaces.clone() {
            visit(Section::Interface, self.interfaces[index as usize].key, index);
        }
        let operations =
            [(Section::Operation, &self.own_operations), (Section::Notification, &self.own_notifications)];
        for (section, range) in operations {
            for index in range.clone() {
                visit(section, self.operations[index as usize].key, index);
            }
        }
        for (section, keys) in [(Section::Artifact, &self.artifacts), (Section::Trigger, &self.triggers)] {
            for (key, index) in keys.iter().zip(0..) {
                visit(section, *key, index);
            }
        }
    }
}

/// A capability of a node type (§8.2).
#[derive(Debug)]
pub struct Capability {
    /// Its name.
    pub key: SourceNode,
    /// Its definition; none where it could not be read.
    pub written: Option<Arc<CapabilityDefinition>>,
    /// The capability that this one refines.
    pub inherited: Option<MemberId>,
    /// Its type.
    pub capability_type: Option<TypeUse>,
    /// Refinements of properties of the type.
    pub properties: Part,
    /// Refinements of attributes of the type.
    pub attributes: Part,
    /// The nearest list of node types that may use it.
    pub valid_source_node_types: Option<SourceNode>,
    /// The nearest list of relationship types that may lead to it.
    pub valid_relationship_types: Option<SourceNode>,
}

/// A requirement of a node type (§8.4).
#[derive(Debug)]
pub struct Requirement {
    /// Its name.
    pub key: SourceNode,
    /// Its definition.
    pub written: Arc<RequirementDefinition>,
    /// The requirement that this one refines.
    pub inherited: Option<MemberId>,
    /// The capability: a type, or a name that only `node` explains.
    pub capability: Option<TypeUse>,
    /// The node type.
    pub node_type: Option<TypeUse>,
    /// The relationship.
    pub relationship: Relationship,
    /// How many relationships there are, and where that is said.
    pub count_range: Option<(CountRange, SourceNode)>,
}

/// The relationship of a requirement definition.
#[derive(Debug, Default)]
pub struct Relationship {
    /// The long form, where it is written here.
    pub written: Option<Arc<RelationshipDefinition>>,
    /// The relationship type.
    pub relationship_type: Option<TypeUse>,
    /// Refinements of properties of the type.
    pub properties: Part,
    /// Refinements of attributes of the type.
    pub attributes: Part,
    /// Refinements of interfaces of the type.
    pub interfaces: Part,
}

/// An interface of a node type, relationship type or requirement (§11.2).
#[derive(Debug)]
pub struct Interface {
    /// Its name.
    pub key: SourceNode,
    /// Its definition; none where it could not be read.
    pub written: Option<Arc<InterfaceDefinition>>,
    /// The interface that this one refines.
    pub inherited: Option<MemberId>,
    /// Where the narrower type is named, for interfaces that are there because of it alone.
    pub again: Option<SourceNode>,
    /// Its type.
    pub interface_type: Option<TypeUse>,
    /// Inputs.
    pub inputs: Part,
    /// Refinements of operations of the type.
    pub operations: Part,
    /// Refinements of notifications of the type.
    pub notifications: Part,
}

/// How an operation or notification is written.
#[derive(Debug)]
pub enum DeclaredOperation {
    /// §11.4
    Operation(Arc<OperationDefinition>),
    /// §11.6
    Notification(Arc<NotificationDefinition>),
    /// In a way that cannot be read.
    Unreadable,
}

/// An operation or notification.
#[derive(Debug)]
pub struct Operation {
    /// Its name.
    pub key: SourceNode,
    /// Its definition.
    pub written: DeclaredOperation,
    /// The operation that this one refines.
    pub inherited: Option<MemberId>,
    /// Where the narrower type is named, for operations that are there because of it alone.
    pub again: Option<SourceNode>,
    /// The nearest implementation, whole (11.4-10).
    pub implementation: Option<SourceNode>,
    /// Inputs.
    pub inputs: Part,
    /// Outputs.
    pub outputs: Part,
}

impl DeclaredOperation {
    /// The implementation that is written.
    #[must_use]
    pub fn implementation(&self) -> Option<NodeId> {
        match self {
            DeclaredOperation::Operation(operation) => operation.implementation.as_ref(),
            DeclaredOperation::Notification(notification) => notification.implementation.as_ref(),
            DeclaredOperation::Unreadable => None,
        }
        .map(|implementation| implementation.node)
    }

    /// The inputs that are written.
    #[must_use]
    pub fn inputs(&self) -> Option<&Map<Outgoing>> {
        match self {
            DeclaredOperation::Operation(operation) => operation.inputs.as_ref(),
            DeclaredOperation::Notification(notification) => notification.inputs.as_ref(),
            DeclaredOperation::Unreadable => None,
        }
    }

    /// The outputs that are written.
    #[must_use]
    pub fn outputs(&self) -> Option<&Map<Incoming>> {
        match self {
            DeclaredOperation::Operation(operation) => operation.outputs.as_ref(),
            DeclaredOperation::Notification(notification) => notification.outputs.as_ref(),
            DeclaredOperation::Unreadable => None,
        }
    }
}
