//! What cannot be decided on the tree of one file: a side table, asked by node.
//!
//! Paths are read as what they are wherever they mean something. What an implementation names is decided once, and
//! is a [`Rewrite`](super::Rewrite).

use crate::base::Span;
use crate::yaml::NodeId;

/// What later phases must decide about a node of a lowered tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The arguments of `$get_property` or `$get_attribute` are a path as 1.x writes it: what its second
    /// element is depends on the node. Decided in `values`.
    Path,
    /// A string that names an artifact or else a file. Decided in `checks`.
    Implementation,
}

/// The marks of one file.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Sorted by node.
    marks: Vec<(NodeId, Mark)>,
}

impl Marks {
    /// Marks `node`; nodes are marked in the order of the tree.
    pub(super) fn push(&mut self, node: NodeId, mark: Mark) {
        self.marks.push((node, mark));
    }

    /// The mark of `node` of the same file.
    #[must_use]
    pub fn of(&self, node: NodeId) -> Option<Mark> {
        let at = self.marks.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(self.marks[at].1)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, Mark)> {
        self.marks.iter().copied()
    }
}

/// A rule that rewrote something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The name of the rule.
    pub rule: &'static str,
    /// What was rewritten.
    pub place: Span,
}
