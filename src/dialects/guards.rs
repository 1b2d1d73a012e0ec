//! What may be absent: a side table from elements to guards, asked by the node that names the element.
//!
//! Guards are opaque here. Later phases need to know one thing: that what is guarded need not be there
//! together with anything else, so that nothing is to be said about numbers and doubles. What holds for each
//! choice is found out by the dialect itself, which is asked when all phases are done.

use rustc_hash::FxHashMap;

use crate::yaml::{Node, NodeId};

/// A guard of a file, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Guard(pub u32);

/// The guards of one file.
#[derive(Clone, Debug, Default)]
pub struct Guards {
    /// By the name of the element, a node of the tree as it is written.
    guards: FxHashMap<NodeId, Guard>,
}

impl Guards {
    /// Guards the element that `key` names.
    pub(super) fn add(&mut self, key: Node<'_>, guard: Guard) {
        if let Some(origin) = key.tree().origin(key.id()) {
            self.guards.insert(origin, guard);
        }
    }

    /// The guard of the element that `key` names; none where it is always there.
    #[must_use]
    pub fn of(&self, key: Node<'_>) -> Option<Guard> {
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
