//! The members of capabilities, relationships, interfaces and operations: those of their own types, as
//! the definitions of node types refine them.

use crate::resolve::DefinitionId;

use super::ids::{
    CapabilityId, Fields, InterfaceId, Interfaces, MemberId, OperationId, Operations, Part, Record,
    RequirementId, Section,
};
use super::members::{Capability, Interface, Operation, Requirement};
use super::store::{TypeRef, TypeUse, Types};
use super::tables::{FieldTable, InterfaceTable, OperationTable, Table};
use super::view::{CapabilityView, InterfaceView, OperationView, RequirementView};

/// A record that may refine another one.
trait Refining: Record {
    fn inherited(&self) -> Option<MemberId<Self>>;
}

macro_rules! refining {
    ($($record:ident),*) => {
        $( impl Refining for $record {
            fn inherited(&self) -> Option<MemberId<Self>> {
                self.inherited
            }
        } )*
    };
}
refining!(Capability, Requirement, Interface, Operation);

impl Types {
    /// The properties or attributes of a capability.
    #[must_use]
    pub fn capability_fields(&self, id: CapabilityId, section: Fields) -> FieldTable<'_> {
        let refined = self.refined_capability_fields(id, section);
        self.of_used(self.capability(id).capability_type, section).refined_by(refined)
    }

    /// The properties or attributes of its type that a capability refines.
    #[must_use]
    pub fn refined_capability_fields(&self, id: CapabilityId, section: Fields) -> FieldTable<'_> {
        self.refined_in(id, |capability: &Capability| match section {
            Fields::Properties => capability.properties,
            Fields::Attributes => capability.attributes,
            Fields::Inputs => Part::default(),
        })
    }

    /// The properties or attributes of the relationship of a requirement, as its definition has them.
    #[must_use]
    pub fn relationship_fields(&self, id: RequirementId, section: Fields) -> FieldTable<'_> {
        let refined = self.refined_relationship_fields(id, section);
        self.of_used(self.requirement(id).relationship.relationship_type, section).refined_by(refined)
    }

    /// The properties or attributes of its relationship type that a requirement refines.
    #[must_use]
    pub fn refined_relationship_fields(&self, id: RequirementId, section: Fields) -> FieldTable<'_> {
        self.refined_in(id, |requirement: &Requirement| match section {
            Fields::Properties => requirement.relationship.properties,
            Fields::Attributes => requirement.relationship.attributes,
            Fields::Inputs => Part::default(),
        })
    }

    /// The interfaces of the relationship of a requirement: those of the type that `used` names, as the
    /// requirement definition refines them.
    #[must_use]
    pub fn relationship_interfaces(&self, id: RequirementId, used: TypeRef) -> InterfaceTable<'_> {
        self.of_type(used, Interfaces).refined_by(self.refined_relationship_interfaces(id))
    }

    /// The interfaces of its relationship type that a requirement refines.
    #[must_use]
    pub fn refined_relationship_interfaces(&self, id: RequirementId) -> InterfaceTable<'_> {
        self.refined_in(id, |requirement: &Requirement| requirement.relationship.interfaces)
    }

    /// The inputs of an interface.
    #[must_use]
    pub fn interface_inputs(&self, id: InterfaceId) -> FieldTable<'_> {
        let refined = self.refined_interface_inputs(id);
        self.of_used(self.interface(id).interface_type, Fields::Inputs).refined_by(refined)
    }

    /// The inputs that an interface adds to those of its type, or refines.
    #[must_use]
    pub fn refined_interface_inputs(&self, id: InterfaceId) -> FieldTable<'_> {
        self.refined_in(id, |interface: &Interface| interface.inputs)
    }

    /// The operations or notifications of an interface.
    #[must_use]
    pub fn interface_operations(&self, id: InterfaceId, section: Operations) -> OperationTable<'_> {
        let refined = self.refined_interface_operations(id, section);
        self.of_used(self.interface(id).interface_type, section).refined_by(refined)
    }

    /// The operations or notifications of its type that an interface refines.
    #[must_use]
    pub fn refined_interface_operations(&self, id: InterfaceId, section: Operations) -> OperationTable<'_> {
        self.refined_in(id, |interface: &Interface| match section {
            Operations::Operations => interface.operations,
            Operations::Notifications => interface.notifications,
        })
    }

    /// The inputs of an operation or notification.
    #[must_use]
    pub fn operation_inputs(&self, id: OperationId) -> FieldTable<'_> {
        self.refined_in(id, |operation: &Operation| operation.inputs)
    }

    /// The outputs of an operation or notification.
    #[must_use]
    pub fn operation_outputs(&self, id: OperationId) -> FieldTable<'_> {
        self.refined_in(id, |operation: &Operation| operation.outputs)
    }

    /// The definitions of a capability, nearest first.
    pub fn capability_chain(&self, id: CapabilityId) -> impl Iterator<Item = CapabilityView<'_>> {
        self.chain(id).map(|id| self.capability(id))
    }

    /// The definitions of a requirement, nearest first.
    pub fn requirement_chain(&self, id: RequirementId) -> impl Iterator<Item = RequirementView<'_>> {
        self.chain(id).map(|id| self.requirement(id))
    }

    /// The definitions of an interface, nearest first.
    pub fn interface_chain(&self, id: InterfaceId) -> impl Iterator<Item = InterfaceView<'_>> {
        self.chain(id).map(|id| self.interface(id))
    }

    /// The definitions of an operation or notification, nearest first.
    pub fn operation_chain(&self, id: OperationId) -> impl Iterator<Item = OperationView<'_>> {
        self.chain(id).map(|id| self.operation(id))
    }

    fn of_used<S: Section>(&self, used: Option<TypeUse>, section: S) -> Table<'_, S::Member> {
        self.of_type(used.map_or(TypeRef::Unknown, |used| used.meaning), section)
    }

    fn of_type<S: Section>(&self, used: TypeRef, section: S) -> Table<'_, S::Member> {
        self.defined(used).map_or_else(|| Table::empty(self), |of| self.members(of, section))
    }

    /// The members in a part of a record and of those that it refines.
    fn refined_in<T: Refining, P: Record>(
        &self,
        id: MemberId<T>,
        part: impl Fn(&T) -> Part<P>,
    ) -> Table<'_, P> {
        let mut parts: Vec<(DefinitionId, Part<P>)> =
            self.chain(id).map(|id| (id.owner(), part(self.member_record(id)))).collect();
        parts.reverse();
        Table::of_parts(self, parts)
    }

    /// A record and those that it refines, nearest first.
    fn chain<T: Refining>(&self, id: MemberId<T>) -> impl Iterator<Item = MemberId<T>> {
        std::iter::successors(Some(id), |id| self.member_record(*id).inherited())
    }
}
