//! Views: a record, which has only ids and nodes, together with what resolves them.

use std::fmt;
use std::ops::Deref;

use crate::yaml::{SourceNode, Tree, YamlNode};

/// A record that is named by a key.
pub trait Keyed {
    /// Returns the key.
    fn source(&self) -> SourceNode;
}

/// What resolves the nodes in records: all types, or a service template.
pub trait NodeResolver<'m>: Copy {
    /// Returns a node of its files.
    fn source_node(self, node: SourceNode) -> YamlNode<'m>;
}

/// A record with what resolves its ids and nodes.
pub struct View<'m, R, T> {
    pub(super) resolver: R,
    pub(super) record: &'m T,
}

impl<R: Copy, T> Clone for View<'_, R, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Copy, T> Copy for View<'_, R, T> {}

impl<R, T: fmt::Debug> fmt::Debug for View<'_, R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.record.fmt(f)
    }
}

impl<R, T> Deref for View<'_, R, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.record
    }
}

impl<'m, R, T> View<'m, R, T> {
    pub(super) fn new(resolver: R, record: &'m T) -> Self {
        Self { resolver, record }
    }

    /// Returns the record with the lifetime of the model.
    #[must_use]
    pub fn record(self) -> &'m T {
        self.record
    }
}

impl<'m, R: NodeResolver<'m>, T: Keyed> View<'m, R, T> {
    /// Returns the key that names it.
    #[must_use]
    pub fn key(self) -> YamlNode<'m> {
        self.resolver.source_node(self.record.source())
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
