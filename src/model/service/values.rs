//! What gives a property of a node template its value (TOSCA 2.0 §9.3, §9.5).

use crate::keynames::Slot;
use crate::model::types::FieldId;
use crate::syntax;
use crate::yaml::Node;

use super::{Assignment, Assignments, NodeTemplateView};

/// What gives something its value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Given<'g> {
    /// This expression: assigned, fixed, or the default.
    Value(Node<'g>),
    /// Nothing: it has no value.
    Nothing,
    /// It is not known.
    Unknown,
}

impl<'m> NodeTemplateView<'m> {
    /// What gives the property `id` its value.
    #[must_use]
    pub fn property(self, id: FieldId) -> Given<'m> {
        let name = self.service().types().field(id).name();
        self.given(id, self.properties().get(name))
    }

    /// What gives the property `id` of a capability its value.
    #[must_use]
    pub fn capability_property(self, capability: &str, id: FieldId) -> Given<'m> {
        let name = self.service().types().field(id).name();
        let file = self.service().file();
        let assigned = match self.capability(capability) {
            Slot::Given(assignment) => Assignments::of(file, assignment.properties()).get(name),
            Slot::Absent => Slot::Absent,
            Slot::Unreadable => return Given::Unknown,
        };
        self.given(id, assigned)
    }

    /// What it assigns to a capability. Maps are merged by name: an own entry replaces the copied one.
    #[must_use]
    pub fn capability(self, name: &str) -> Slot<&'m syntax::CapabilityAssignment> {
        if self.layers().any(|layer| layer.capabilities().is_unreadable()) {
            return Slot::Unreadable;
        }
        let sections = self.layers().filter_map(|layer| layer.capabilities.as_ref());
        let tree = self.service().file().tree();
        let mut found = sections.map(|section| section.entry(tree, name).map(|(_, assignment)| assignment));
        found.find(|found| !found.is_absent()).unwrap_or(Slot::Absent)
    }

    fn given(self, id: FieldId, assigned: Slot<Assignment<'m>>) -> Given<'m> {
        // A node that is selected has values of its own.
        if self.may_be_selected {
            return Given::Unknown;
        }
        let field = self.service().types().field(id);
        let effective = field.effective();
        match (effective.value, assigned) {
            (Some(fixed), _) => Given::Value(fixed),
            (None, Slot::Absent) => {
                // The default of a property that is not required does not count.
                let default = effective.default.filter(|_| field.is_required());
                default.map_or(Given::Nothing, Given::Value)
            }
            (None, Slot::Given(assigned)) if !assigned.value.is_invalid() => Given::Value(assigned.value),
            (None, Slot::Given(_) | Slot::Unreadable) => Given::Unknown,
        }
    }
}
