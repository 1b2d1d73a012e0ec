//! Views: a record, which has only ids and nodes, together with its owner, which resolves them.

use std::fmt;
use std::ops::Deref;

use crate::yaml::{SourceNode, Tree, YamlNode};

/// A record that is named by a key.
pub trait Keyed {
    /// Returns the key.
    fn source(&self) -> SourceNode;
}

/// The owner of records: all types, or a service template.
pub trait Holder<'m>: Copy {
    /// Returns a node of its files.
    fn source_node(self, node: SourceNode) -> YamlNode<'m>;
}

/// A record with its owner.
pub struct View<'m, H, T> {
    pub(super) holder: H,
    pub(super) record: &'m T,
}

impl<H: Copy, T> Clone for View<'_, H, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<H: Copy, T> Copy for View<'_, H, T> {}

impl<H, T: fmt::Debug> fmt::Debug for View<'_, H, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}

impl<H, T> Deref for View<'_, H, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.record
    }
}

impl<'m, H, T> View<'m, H, T> {
    pub(super) fn new(holder: H, record: &'m T) -> Self {
        Self { holder, record }
    }

    /// Returns the record with the lifetime of the model.
    #[must_use]
    pub fn record(self) -> &'m T {
        self.record
    }
}

impl<'m, H: Holder<'m>, T: Keyed> View<'m, H, T> {
    /// Returns the key that names it.
    #[must_use]
    pub fn key(self) -> YamlNode<'m> {
        self.holder.source_node(self.record.source())
    }

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.key().text()
    }

    /// Returns the tree that contains it.
    #[must_use]
    pub fn tree(self) -> &'m Tree {
        self.key().tree()
    }
}
