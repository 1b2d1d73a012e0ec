//! What gives a property of a node template its value (TOSCA 2.0 §9.3, §9.5).

use crate::model::types::FieldId;
use crate::yaml::Node;

use super::NodeTemplateView;

/// What gives something its value.
#[derive(Clone, Copy, Debug)]
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
        let sections = self.bodies().filter_map(|body| body.get("properties"));
        let given = if self.may_lack("properties") { Given::Unknown } else { assigned(sections, name) };
        self.given(id, given)
    }

    /// What gives the property `id` of a capability its value.
    #[must_use]
    pub fn capability_property(self, capability: &str, id: FieldId) -> Given<'m> {
        let name = self.service().types().field(id).name();
        // Maps are merged by name: an own entry replaces the copied one.
        let own = self.bodies().find_map(|body| {
            let capabilities = body.get("capabilities")?;
            if capabilities.is_broken() {
                return Some(capabilities);
            }
            capabilities.get(capability)
        });
        if own.is_some_and(Node::is_broken) || self.may_lack("capabilities") {
            return Given::Unknown;
        }
        let sections = own.and_then(|own| own.get("properties"));
        self.given(id, assigned(sections.into_iter(), name))
    }

    /// Whether a section may be lost in what could not be read.
    fn may_lack(self, keyname: &str) -> bool {
        self.bodies().any(|body| body.is_broken() && body.get(keyname).is_none())
    }

    fn given(self, id: FieldId, assigned: Given<'m>) -> Given<'m> {
        // A node that is selected has values of its own.
        if self.may_be_selected {
            return Given::Unknown;
        }
        let field = self.service().types().field(id);
        let effective = field.effective();
        match (effective.value, assigned) {
            (Some(fixed), _) => Given::Value(fixed),
            (None, Given::Nothing) => {
                // The default of a property that is not required does not count.
                let default = effective.default.filter(|_| field.is_required());
                default.map_or(Given::Nothing, Given::Value)
            }
            (None, assigned) => assigned,
        }
    }
}

/// The first assignment of a name in sections of properties.
fn assigned<'g>(sections: impl Iterator<Item = Node<'g>>, name: &str) -> Given<'g> {
    for section in sections {
        if let Some(value) = section.get(name) {
            return if value.is_invalid() { Given::Unknown } else { Given::Value(value) };
        }
        if section.is_broken() || !section.is_mapping() {
            return Given::Unknown;
        }
    }
    Given::Nothing
}
