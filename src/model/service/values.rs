//! Finds the values of properties of node templates (TOSCA 2.0 §9.3, §9.5).

use crate::keynames::Slot;
use crate::model::types::FieldId;
use crate::syntax;
use crate::yaml::YamlNode;

use super::{Assignment, Assignments, NodeTemplateView};

/// The origin of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ValueOrigin<'g> {
    /// This expression, which is assigned, fixed, or the default.
    Value(YamlNode<'g>),
    /// There is no value.
    Nothing,
    /// The value is not known.
    Unknown,
}

impl<'m> NodeTemplateView<'m> {
    /// Returns the value of the property `id`.
    #[must_use]
    pub fn property(self, id: FieldId) -> ValueOrigin<'m> {
        let name = self.service().types().field(id).name();
        self.given(id, self.properties().get(name))
    }

    /// Returns the value of the property `id` of a capability.
    #[must_use]
    pub fn capability_property(self, capability: &str, id: FieldId) -> ValueOrigin<'m> {
        let name = self.service().types().field(id).name();
        let file = self.service().file();
        let assigned = match self.capability(capability) {
            Slot::Given(assignment) => Assignments::new(file, assignment.properties()).get(name),
            Slot::Absent => Slot::Absent,
            Slot::Unreadable => return ValueOrigin::Unknown,
        };
        self.given(id, assigned)
    }

    /// Returns its assignment of a capability: its own one, or else the copied one.
    #[must_use]
    pub fn capability(self, name: &str) -> Slot<&'m syntax::CapabilityAssignment> {
        if self.layers().any(|layer| layer.capabilities().is_unreadable()) {
            return Slot::Unreadable;
        }
        let sections = self.layers().filter_map(|layer| layer.capabilities.as_ref());
        let tree = self.service().file().tree();
        let mut assignments =
            sections.map(|section| section.entry(tree, name).map(|(_, assignment)| assignment));
        assignments.find(|assignment| !assignment.is_absent()).unwrap_or(Slot::Absent)
    }

    fn given(self, id: FieldId, assigned: Slot<Assignment<'m>>) -> ValueOrigin<'m> {
        // A selected node has its own values.
        if self.may_be_selected {
            return ValueOrigin::Unknown;
        }
        let field = self.service().types().field(id);
        let effective = field.effective();
        match (effective.value, assigned) {
            (Some(fixed), _) => ValueOrigin::Value(fixed),
            (None, Slot::Absent) => {
                // The default of an optional property does not count.
                let default = effective.default.filter(|_| field.is_required());
                default.map_or(ValueOrigin::Nothing, ValueOrigin::Value)
            }
            (None, Slot::Given(assigned)) if !assigned.value.is_invalid() => {
                ValueOrigin::Value(assigned.value)
            }
            (None, Slot::Given(_) | Slot::Unreadable) => ValueOrigin::Unknown,
        }
    }
}
