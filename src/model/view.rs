//! Records together with what they belong to: a record holds ids and places, a view answers with what they
//! lead to.

use std::fmt;
use std::ops::Deref;

use crate::yaml::{Node, SourceNode, Tree};

/// A record that is named by a key.
pub trait Keyed {
    /// The key.
    fn source(&self) -> SourceNode;
}

/// What records belong to: all types, or a service template.
pub trait Holder<'m>: Copy {
    /// A node of the files that it comes from.
    fn source_node(self, node: SourceNode) -> Node<'m>;
}

/// A record and what it belongs to.
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

    /// The record, for as long as its model lives.
    #[must_use]
    pub fn record(self) -> &'m T {
        self.record
    }
}

impl<'m, H: Holder<'m>, T: Keyed> View<'m, H, T> {
    /// The key that names it.
    #[must_use]
    pub fn key(self) -> Node<'m> {
        self.holder.source_node(self.record.source())
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> &'m str {
        self.key().text()
    }

    /// The tree in which it is written.
    #[must_use]
    pub fn tree(self) -> &'m Tree {
        self.key().tree()
    }
}
