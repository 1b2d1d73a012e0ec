//! Parts that only depend on types and that many templates share; they are created once.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::ser::{Serialize, Serializer};

use crate::model::types::RequirementId;
use crate::resolve::DefinitionId;

use super::context::Cx;
use super::named::{NamedParts, NormalText};
use super::template::interface::InterfaceAssignment;
use super::template::node::CapabilityAssignment;
use super::template::requirement::RelationshipAssignment;
use super::types::implementation::Artifacts;

/// A part of a template. If it only depends on types, it has a number; parts with equal numbers are equal.
#[derive(Debug)]
pub struct Shared<T> {
    part: Arc<T>,
    number: Option<usize>,
}

impl<T> Shared<T> {
    /// Returns its number, or `None` if no other template shares it.
    pub(super) fn number(&self) -> Option<usize> {
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

impl<T> Default for Shared<NamedParts<T>> {
    fn default() -> Self {
        Self::from(NamedParts::default())
    }
}

/// Parts by name, which many templates may share as a whole.
pub type SharedMap<T> = Shared<NamedParts<Shared<T>>>;

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.part.serialize(serializer)
    }
}

/// Parts of templates without assignments, by everything that they depend on; `u32` is the number of a set of
/// artifacts.
#[derive(Default)]
pub(super) struct Sharing {
    /// The flag is whether defaults are included.
    pub(super) capabilities: FxHashMap<(DefinitionId, bool), SharedMap<CapabilityAssignment>>,
    pub(super) interfaces: FxHashMap<RelationshipKey, SharedMap<InterfaceAssignment>>,
    pub(super) relationships: FxHashMap<RelationshipKey, Shared<RelationshipAssignment>>,
    /// The numbers of parts by memory address.
    numbers: FxHashMap<usize, usize>,
    artifacts: FxHashMap<Vec<NormalText>, Rc<Artifacts>>,
}

/// The requirement definition if there is one, the type, and the set of artifacts.
pub(super) type RelationshipKey = (Option<RequirementId>, DefinitionId, u32);

impl Sharing {
    /// Replaces the parts of a template that equal those of its types by shared parts.
    pub(super) fn share<T: Clone + PartialEq>(
        &mut self,
        parts: SharedMap<T>,
        type_parts: &SharedMap<T>,
    ) -> SharedMap<T> {
        if parts == *type_parts {
            return self.numbered(type_parts);
        }
        let mut parts = Arc::unwrap_or_clone(parts.part);
        for ((_, part), (_, type_part)) in parts.0.iter_mut().zip(&type_parts.0) {
            if part == type_part {
                *part = self.numbered(type_part);
            }
        }
        parts.into()
    }

    /// Returns a shared part with its number. `given` is never dropped, so its address is unique.
    pub(super) fn numbered<T>(&mut self, given: &Shared<T>) -> Shared<T> {
        let next = self.numbers.len();
        let address = Arc::as_ptr(&given.part).cast::<()>() as usize;
        let number = *self.numbers.entry(address).or_insert(next);
        Shared { part: Arc::clone(&given.part), number: Some(number) }
    }
}

/// Returns the set of artifacts with these names.
pub(super) fn artifact_set<'t>(cx: &mut Cx<'_>, names: impl Iterator<Item = &'t str>) -> Rc<Artifacts> {
    let names: Vec<NormalText> = names.map(NormalText::from).collect();
    if let Some(known) = cx.sharing.artifacts.get(&names) {
        return Rc::clone(known);
    }
    // The empty set has the number 0.
    let number = u32::try_from(cx.sharing.artifacts.len() + 1).unwrap_or(u32::MAX);
    let number = if names.is_empty() { 0 } else { number };
    let set = Rc::new(Artifacts { names: names.iter().cloned().collect(), number });
    cx.sharing.artifacts.insert(names, Rc::clone(&set));
    set
}
