//! Finds the members of capabilities, relationships, interfaces and operations: the members of their types,
//! with the refinements of node types.

use crate::keynames::NameKind;
use crate::model::Truth;
use crate::resolve::DefinitionId;

use super::ids::{
    CapabilityId, FieldId, Fields, InterfaceId, Interfaces, MemberId, OperationId, Operations, Part, Record,
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
    /// Returns the properties or attributes of a capability.
    #[must_use]
    pub fn capability_fields(&self, id: CapabilityId, section: Fields) -> FieldTable<'_> {
        let refined = self.refined_capability_fields(id, section);
        self.members_of_use(self.capability(id).capability_type, section).refined_by(refined)
    }

    /// Returns the properties or attributes of its type that a capability refines.
    #[must_use]
    pub fn refined_capability_fields(&self, id: CapabilityId, section: Fields) -> FieldTable<'_> {
        self.refined_in(id, |capability: &Capability| match section {
            Fields::Properties => capability.properties,
            Fields::Attributes => capability.attributes,
            Fields::Inputs => Part::default(),
        })
    }

    /// Returns the properties or attributes of the relationship of a requirement definition.
    #[must_use]
    pub fn relationship_fields(&self, id: RequirementId, section: Fields) -> FieldTable<'_> {
        let refined = self.refined_relationship_fields(id, section);
        self.members_of_use(self.requirement(id).relationship.relationship_type, section).refined_by(refined)
    }

    /// Returns the properties or attributes of the relationship of an assignment, which is of the type `used`. What the
    /// requirement definition refines also applies to a narrower type (8.6-11).
    #[must_use]
    pub fn assigned_relationship_fields(
        &self,
        id: RequirementId,
        used: TypeRef,
        section: Fields,
    ) -> FieldTable<'_> {
        let of_used = self.members_of_type(used, section);
        let defined = self.members_of_use(self.requirement(id).relationship.relationship_type, section);
        let refined = self.refined_relationship_fields(id, section);
        self.with_refinements_of_requirement(of_used, Some(&defined), &refined)
    }

    /// Returns the fields of a type that an assignment uses, with those that the requirement definition refines: if it
    /// gives a value, default or mapping, or if the type does not. `defined` are the fields of the type that the
    /// requirement definition refines, if they are known.
    #[must_use]
    pub fn with_refinements_of_requirement<'m>(
        &'m self,
        of_type: FieldTable<'m>,
        defined: Option<&FieldTable<'m>>,
        refined: &FieldTable<'m>,
    ) -> FieldTable<'m> {
        let applies = |id: FieldId| {
            let name = self.name_of(id);
            let Some(type_field) = of_type.get(name) else { return true };
            if defined.is_some_and(|defined| defined.get(name) == Some(type_field)) {
                return true;
            }
            let by_type = self.field(type_field).effective();
            let is_fixed = by_type.value.or(by_type.mapping).is_some();
            let layers = self.field(id).record().effective_layers(id);
            let by_requirement = |layer: Option<FieldId>| {
                layer.is_some_and(|layer| self.get(layer.owner()).kind == NameKind::NodeType)
            };
            by_requirement(layers.value.or(layers.mapping))
                || !is_fixed && (by_requirement(layers.default) || by_type.default.is_none())
        };
        let refined = refined.only(applies);
        of_type.refined_by(refined)
    }

    /// Returns the properties or attributes of its relationship type that a requirement refines.
    #[must_use]
    pub fn refined_relationship_fields(&self, id: RequirementId, section: Fields) -> FieldTable<'_> {
        self.refined_in(id, |requirement: &Requirement| match section {
            Fields::Properties => requirement.relationship.properties,
            Fields::Attributes => requirement.relationship.attributes,
            Fields::Inputs => Part::default(),
        })
    }

    /// Returns the interfaces of the relationship of a requirement: those of the type `used`, with the
    /// refinements of the requirement definition. If an assignment uses a narrower type that refines the same
    /// interface, that of the type is returned; [`Types::separate_interfaces`] has the other one.
    #[must_use]
    pub fn relationship_interfaces(&self, id: RequirementId, used: TypeRef) -> InterfaceTable<'_> {
        let separate = self.separate_interfaces(id, used);
        let refined = self.refined_relationship_interfaces(id);
        let refined = refined.only(|id| separate.iter().all(|(refinement, _)| *refinement != id));
        self.members_of_type(used, Interfaces).refined_by(refined)
    }

    /// Returns the interfaces that the definition of a requirement refines, and that the narrower type `used`
    /// of an assignment refines as well: each refinement of the definition with the interface of the type.
    #[must_use]
    pub fn separate_interfaces(&self, id: RequirementId, used: TypeRef) -> Vec<(InterfaceId, InterfaceId)> {
        let defined = self.requirement(id).relationship.relationship_type.map(|used| used.meaning);
        let Some(defined) = defined.filter(|defined| *defined != used) else { return Vec::new() };
        let [of_defined, of_used] = [defined, used].map(|ty| self.members_of_type(ty, Interfaces));
        let refined = self.refined_relationship_interfaces(id);
        let both = refined.iter().filter_map(|(name, refinement)| {
            let of_type = of_used.get(name).filter(|id| of_defined.get(name) != Some(*id))?;
            // A refinement with a narrower interface type has operations that the type does not have.
            let [inherited, new] = [refinement, of_type].map(|id| self.interface(id).interface_type);
            let has_all = self.relation(new?.meaning, inherited?.meaning) == Truth::Yes;
            has_all.then_some((refinement, of_type))
        });
        both.collect()
    }

    /// Returns the interfaces of its relationship type that a requirement refines.
    #[must_use]
    pub fn refined_relationship_interfaces(&self, id: RequirementId) -> InterfaceTable<'_> {
        self.refined_in(id, |requirement: &Requirement| requirement.relationship.interfaces)
    }

    /// Returns the inputs of an interface.
    #[must_use]
    pub fn interface_inputs(&self, id: InterfaceId) -> FieldTable<'_> {
        let refined = self.refined_interface_inputs(id);
        self.members_of_use(self.interface(id).interface_type, Fields::Inputs).refined_by(refined)
    }

    /// Returns the inputs that an interface adds to those of its type, or refines.
    #[must_use]
    pub fn refined_interface_inputs(&self, id: InterfaceId) -> FieldTable<'_> {
        self.refined_in(id, |interface: &Interface| interface.inputs)
    }

    /// Returns the operations or notifications of an interface.
    #[must_use]
    pub fn interface_operations(&self, id: InterfaceId, section: Operations) -> OperationTable<'_> {
        let refined = self.refined_interface_operations(id, section);
        self.members_of_use(self.interface(id).interface_type, section).refined_by(refined)
    }

    /// Returns the operations or notifications of its type that an interface refines.
    #[must_use]
    pub fn refined_interface_operations(&self, id: InterfaceId, section: Operations) -> OperationTable<'_> {
        self.refined_in(id, |interface: &Interface| interface.operations_in(section))
    }

    /// Returns the inputs of an operation or notification.
    #[must_use]
    pub fn operation_inputs(&self, id: OperationId) -> FieldTable<'_> {
        self.refined_in(id, |operation: &Operation| operation.inputs)
    }

    /// Returns the outputs of an operation or notification.
    #[must_use]
    pub fn operation_outputs(&self, id: OperationId) -> FieldTable<'_> {
        self.refined_in(id, |operation: &Operation| operation.outputs)
    }

    /// Returns the definitions of a capability, nearest first.
    pub fn capability_chain(&self, id: CapabilityId) -> impl Iterator<Item = CapabilityView<'_>> {
        self.chain(id).map(|id| self.capability(id))
    }

    /// Returns the definitions of a requirement, nearest first.
    pub fn requirement_chain(&self, id: RequirementId) -> impl Iterator<Item = RequirementView<'_>> {
        self.chain(id).map(|id| self.requirement(id))
    }

    /// Returns the definitions of an interface, nearest first.
    pub fn interface_chain(&self, id: InterfaceId) -> impl Iterator<Item = InterfaceView<'_>> {
        self.chain(id).map(|id| self.interface(id))
    }

    /// Returns the definitions of an operation or notification, nearest first.
    pub fn operation_chain(&self, id: OperationId) -> impl Iterator<Item = OperationView<'_>> {
        self.chain(id).map(|id| self.operation(id))
    }

    fn members_of_use<S: Section>(&self, used: Option<TypeUse>, section: S) -> Table<'_, S::Member> {
        self.members_of_type(used.map_or(TypeRef::Unknown, |used| used.meaning), section)
    }

    fn members_of_type<S: Section>(&self, used: TypeRef, section: S) -> Table<'_, S::Member> {
        self.defined(used).map_or_else(|| Table::empty(self), |ty| self.members(ty, section))
    }

    /// Returns the members in a part of a record and of all records that it refines.
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

    /// Returns a record and all records that it refines, nearest first.
    fn chain<T: Refining>(&self, id: MemberId<T>) -> impl Iterator<Item = MemberId<T>> {
        std::iter::successors(Some(id), |id| self.member_record(*id).inherited())
    }
}
