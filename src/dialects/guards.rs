//! The elements that may be absent: a side table from the names of elements to guards.
//!
//! Guards are opaque here. Later phases only need to know that guarded elements need not occur together, so
//! that counts and duplicates are not reported. The dialect itself checks each choice when all phases are
//! done.

use rustc_hash::FxHashMap;

use crate::yaml::{NodeId, YamlNode};

/// A guard of a file, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guard(pub u32);

/// The guards of one file.
#[derive(Clone, Debug, Default)]
pub struct Guards {
    /// The guards by the name of the element, a node of the tree as written.
    guards: FxHashMap<NodeId, Guard>,
}

impl Guards {
    /// Adds a guard for the element that `key` names.
    pub(super) fn add(&mut self, key: YamlNode<'_>, guard: Guard) {
        if let Some(origin) = key.tree().origin(key.id()) {
            self.guards.insert(origin, guard);
        }
    }

    /// Returns the guard of the element that `key` names, or `None` if the element is always present.
    #[must_use]
    pub fn guard(&self, key: YamlNode<'_>) -> Option<Guard> {
        if self.guards.is_empty() {
            return None;
        }
        self.guards.get(&key.tree().origin(key.id())?).copied()
    }

    /// Whether nothing is guarded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.guards.is_empty()
    }
}
