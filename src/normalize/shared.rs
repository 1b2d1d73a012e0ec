//! Parts that types alone give, and that many templates have alike: made once, and written once in JSON.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::derive::{MemberId, MemberNames, Section};
use crate::resolve::DefinitionId;

use super::builder::Builder;
use super::named::{Named, Text};
use super::template::interface::InterfaceAssignment;
use super::template::node::CapabilityAssignment;
use super::template::requirement::RelationshipAssignment;
use super::types::implementation::Artifacts;

/// A part of a template. JSON has a reference in its place where it has a number: `{ "$ref": "#/shared/3" }`.
#[derive(Debug)]
pub struct Shared<T> {
    part: Arc<T>,
    number: Option<usize>,
}

impl<T> Shared<T> {
    /// Its place in `shared` of the model, where others have the same.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        self.number
    }
}

impl<T> From<T> for Shared<T> {
    fn from(part: T) -> Self {
        Self { part: Arc::new(part), number: None }
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self { part: Arc::clone(&self.part), number: self.number }
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.part
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.part, &other.part) || self.part == other.part
    }
}

impl<T> Default for Shared<Named<T>> {
    fn default() -> Self {
        Self::from(Named::default())
    }
}

/// Some parts by name, which many templates may have alike as a whole.
pub type SharedMap<T> = Shared<Named<Shared<T>>>;

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.number {
            Some(number) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("$ref", &format_args!("#/shared/{number}"))?;
                map.end()
            }
            None => self.part.serialize(serializer),
        }
    }
}

/// Something that templates refer to.
#[derive(Clone, Debug, PartialEq)]
pub enum SharedPart {
    /// All capabilities of nodes.
    Capabilities(Arc<Named<Shared<CapabilityAssignment>>>),
    /// All interfaces of nodes or relationships.
    Interfaces(Arc<Named<Shared<InterfaceAssignment>>>),
    /// A capability of nodes.
    Capability(Arc<CapabilityAssignment>),
    /// An interface of nodes or relationships.
    Interface(Arc<InterfaceAssignment>),
    /// A relationship.
    Relationship(Arc<RelationshipAssignment>),
}

impl Serialize for SharedPart {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SharedPart::Capabilities(part) => part.serialize(serializer),
            SharedPart::Interfaces(part) => part.serialize(serializer),
            SharedPart::Capability(part) => part.serialize(serializer),
            SharedPart::Interface(part) => part.serialize(serializer),
            SharedPart::Relationship(part) => part.serialize(serializer),
        }
    }
}

/// What can be referred to.
pub(super) trait Share: PartialEq + Sized {
    const PART: fn(Arc<Self>) -> SharedPart;

    /// Whether a reference would be no shorter.
    fn is_short(&self) -> bool;
}

impl Share for CapabilityAssignment {
    const PART: fn(Arc<Self>) -> SharedPart = SharedPart::Capability;

    fn is_short(&self) -> bool {
        self.properties.is_empty() && self.attributes.is_empty()
    }
}

impl Share for InterfaceAssignment {
    const PART: fn(Arc<Self>) -> SharedPart = SharedPart::Interface;

    fn is_short(&self) -> bool {
        self.inputs.is_empty() && self.operations.is_empty() && self.notifications.is_empty()
    }
}

impl Share for RelationshipAssignment {
    const PART: fn(Arc<Self>) -> SharedPart = SharedPart::Relationship;

    fn is_short(&self) -> bool {
        self.properties.is_empty() && self.attributes.is_empty() && self.interfaces.is_empty()
    }
}

impl Share for Named<Shared<CapabilityAssignment>> {
    const PART: fn(Arc<Self>) -> SharedPart = SharedPart::Capabilities;

    fn is_short(&self) -> bool {
        self.0.len() < 2 && self.iter().all(|(_, capability)| capability.is_short())
    }
}

impl Share for Named<Shared<InterfaceAssignment>> {
    const PART: fn(Arc<Self>) -> SharedPart = SharedPart::Interfaces;

    fn is_short(&self) -> bool {
        self.0.len() < 2 && self.iter().all(|(_, interface)| interface.is_short())
    }
}

/// What types give to templates that say nothing of it, by all that decides it; `u32` is the number of a set of
/// artifacts. Nothing in it is a reference.
#[derive(Default)]
pub(super) struct Sharing<'g> {
    /// The flag tells whether defaults count.
    pub(super) capabilities: FxHashMap<(DefinitionId, bool), SharedMap<CapabilityAssignment>>,
    pub(super) interfaces: FxHashMap<RelationshipKey, SharedMap<InterfaceAssignment>>,
    pub(super) relationships: FxHashMap<RelationshipKey, Shared<RelationshipAssignment>>,
    /// What is referred to.
    pub(super) parts: Vec<SharedPart>,
    /// The numbers of the parts by their texts, and by where they are.
    numbers: FxHashMap<String, usize>,
    places: FxHashMap<usize, usize>,
    artifacts: FxHashMap<Vec<Text>, Rc<Artifacts>>,
    names: FxHashMap<(MemberId, Part), Rc<MemberNames<'g>>>,
}

/// A requirement definition, where there is one, a type, and a set of artifacts.
pub(super) type RelationshipKey = (Option<MemberId>, DefinitionId, u32);

impl Sharing<'_> {
    /// What a template has, by name: references where that comes to what types give.
    pub(super) fn settled<T: Share>(&mut self, own: SharedMap<T>, given: &SharedMap<T>) -> SharedMap<T>
    where
        Named<Shared<T>>: Share,
    {
        if own == *given {
            return self.reference(given);
        }
        let mut own = Arc::unwrap_or_clone(own.part);
        for ((_, own), (_, given)) in own.0.iter_mut().zip(&given.0) {
            if own == given {
                *own = self.reference(given);
            }
        }
        own.into()
    }

    /// A reference to what types give.
    pub(super) fn reference<T: Share>(&mut self, given: &Shared<T>) -> Shared<T> {
        if given.is_short() {
            return given.clone();
        }
        let place = Arc::as_ptr(&given.part) as usize;
        let number = match self.places.get(&place) {
            Some(number) => *number,
            None => {
                // Types may give the same in several places, which is one part.
                let part = T::PART(Arc::clone(&given.part));
                let next = self.parts.len();
                let text = serde_json::to_string(&part).unwrap_or_default();
                let number = *self.numbers.entry(text).or_insert(next);
                if number == next {
                    self.parts.push(part);
                }
                self.places.insert(place, number);
                number
            }
        };
        Shared { part: Arc::clone(&given.part), number: Some(number) }
    }
}

/// The members of what is a member itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// Properties or attributes of a capability.
    Capability(Section),
    /// Properties or attributes of the relationship of a requirement.
    Relationship(Section),
    /// Inputs of an interface.
    InterfaceInputs,
    /// Operations or notifications of an interface.
    Interface(Section),
    /// Inputs of an operation.
    Inputs,
    /// Outputs of an operation.
    Outputs,
}

impl<'g> Builder<'_, 'g> {
    /// A set of names of artifacts.
    pub(super) fn artifact_set<'t>(&mut self, names: impl Iterator<Item = &'t str>) -> Rc<Artifacts> {
        let names: Vec<Text> = names.map(Text::from).collect();
        if let Some(known) = self.sharing.artifacts.get(&names) {
            return Rc::clone(known);
        }
        // The number of the empty set is 0.
        let number = u32::try_from(self.sharing.artifacts.len() + 1).unwrap_or(u32::MAX);
        let number = if names.is_empty() { 0 } else { number };
        let set = Rc::new(Artifacts { names: names.iter().cloned().collect(), number });
        self.sharing.artifacts.insert(names, Rc::clone(&set));
        set
    }

    /// The members of a member, by name.
    pub(super) fn names_of(&mut self, id: MemberId, part: Part) -> Rc<MemberNames<'g>> {
        let types = self.types;
        let all = || {
            Rc::new(match part {
                Part::Capability(section) => types.capability_fields(id, section),
                Part::Relationship(section) => types.relationship_fields(id, section),
                Part::InterfaceInputs => types.interface_inputs(id),
                Part::Interface(section) => types.interface_operations(id, section),
                Part::Inputs => types.operation_fields(id, true),
                Part::Outputs => types.operation_fields(id, false),
            })
        };
        Rc::clone(self.sharing.names.entry((id, part)).or_insert_with(all))
    }
}
