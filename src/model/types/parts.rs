//! The members of capabilities, relationships, interfaces and operations: those of their own types, as
//! the definitions of node types refine them.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::members::{MemberId, Part, Section};
use super::store::{TypeRef, TypeUse, Types};
use super::view::{CapabilityView, InterfaceView, OperationView, RequirementView, View};

/// Members by name, in order, each as the nearest definition has it.
pub type MemberNames<'g> = IndexMap<&'g str, MemberId, FxBuildHasher>;

impl Types {
    /// The capability `id`.
    #[must_use]
    pub fn capability(&self, id: MemberId) -> CapabilityView<'_> {
        View::new(self, &self.record(id.owner).members.capabilities[id.index as usize])
    }

    /// The requirement `id`.
    #[must_use]
    pub fn requirement(&self, id: MemberId) -> RequirementView<'_> {
        View::new(self, &self.record(id.owner).members.requirements[id.index as usize])
    }

    /// The interface `id`.
    #[must_use]
    pub fn interface(&self, id: MemberId) -> InterfaceView<'_> {
        View::new(self, &self.record(id.owner).members.interfaces[id.index as usize])
    }

    /// The operation or notification `id`.
    #[must_use]
    pub fn operation(&self, id: MemberId) -> OperationView<'_> {
        View::new(self, &self.record(id.owner).members.operations[id.index as usize])
    }

    /// The properties or attributes of a capability.
    #[must_use]
    pub fn capability_fields(&self, id: MemberId, section: Section) -> MemberNames<'_> {
        let mut names = self.of_used(self.capability(id).capability_type, section);
        let chain = std::iter::successors(Some(id), |id| self.capability(*id).inherited);
        self.overlay(&mut names, chain, |id| {
            let found = self.capability(id);
            if section == Section::Property { found.properties.clone() } else { found.attributes.clone() }
        });
        names
    }

    /// The properties or attributes of the relationship of a requirement, as its definition has them.
    #[must_use]
    pub fn relationship_fields(&self, id: MemberId, section: Section) -> MemberNames<'_> {
        let mut names = self.of_used(self.requirement(id).relationship.relationship_type, section);
        let chain = std::iter::successors(Some(id), |id| self.requirement(*id).inherited);
        self.overlay(&mut names, chain, |id| {
            let found = &self.requirement(id).relationship;
            if section == Section::Property { found.properties.clone() } else { found.attributes.clone() }
        });
        names
    }

    /// The interfaces of the relationship of a requirement: those of the type that `used` names, as the
    /// requirement definition refines them.
    #[must_use]
    pub fn relationship_interfaces(&self, id: MemberId, used: TypeRef) -> MemberNames<'_> {
        let mut names = self.of_type(used, Section::Interface);
        let mut chain: Vec<MemberId> =
            std::iter::successors(Some(id), |id| self.requirement(*id).inherited).collect();
        chain.reverse();
        for id in chain {
            for index in self.requirement(id).relationship.interfaces.clone() {
                let member = MemberId { owner: id.owner, index };
                names.insert(self.interface(member).name(), member);
            }
        }
        names
    }

    /// The inputs of an interface.
    #[must_use]
    pub fn interface_inputs(&self, id: MemberId) -> MemberNames<'_> {
        let mut names = self.of_used(self.interface(id).interface_type, Section::Input);
        let chain = std::iter::successors(Some(id), |id| self.interface(*id).inherited);
        self.overlay(&mut names, chain, |id| self.interface(id).inputs.clone());
        names
    }

    /// The operations or notifications of an interface.
    #[must_use]
    pub fn interface_operations(&self, id: MemberId, section: Section) -> MemberNames<'_> {
        let mut names = self.of_used(self.interface(id).interface_type, section);
        let mut chain: Vec<MemberId> =
            std::iter::successors(Some(id), |id| self.interface(*id).inherited).collect();
        chain.reverse();
        for id in chain {
            let found = self.interface(id);
            let part = if section == Section::Operation { &found.operations } else { &found.notifications };
            for index in part.clone() {
                let member = MemberId { owner: id.owner, index };
                names.insert(self.operation(member).name(), member);
            }
        }
        names
    }

    /// The inputs of an operation, or its outputs.
    #[must_use]
    pub fn operation_fields(&self, id: MemberId, inputs: bool) -> MemberNames<'_> {
        let mut names = MemberNames::default();
        let chain = std::iter::successors(Some(id), |id| self.operation(*id).inherited);
        self.overlay(&mut names, chain, |id| {
            let found = self.operation(id);
            if inputs { found.inputs.clone() } else { found.outputs.clone() }
        });
        names
    }

    fn of_used(&self, used: Option<TypeUse>, section: Section) -> MemberNames<'_> {
        used.map_or_else(MemberNames::default, |used| self.of_type(used.meaning, section))
    }

    fn of_type(&self, used: TypeRef, section: Section) -> MemberNames<'_> {
        let of = self.defined(used);
        of.map_or_else(MemberNames::default, |of| self.members(of, section).into_iter().collect())
    }

    /// Puts the fields of a chain of holders, nearest first, over those that are known.
    fn overlay<'m>(
        &'m self,
        names: &mut MemberNames<'m>,
        chain: impl Iterator<Item = MemberId>,
        part: impl Fn(MemberId) -> Part,
    ) {
        let mut chain: Vec<MemberId> = chain.collect();
        chain.reverse();
        for id in chain {
            for index in part(id) {
                let member = MemberId { owner: id.owner, index };
                names.insert(self.field(member).name(), member);
            }
        }
    }
}
