//! Decisions that need more than the tree of one file: a side table by node.
//!
//! Paths are interpreted wherever they are used. Which artifact or file an implementation names is decided
//! once, and is a [`Rewrite`](super::Rewrite).

use crate::base::Span;
use crate::yaml::NodeId;

/// A decision about a node of a lowered tree that is left to later phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The arguments of `$get_property` or `$get_attribute` are a 1.x path: the meaning of the second element
    /// depends on the node. Decided in `values`.
    Path,
    /// A string that names an artifact or a file. Decided in `checks`.
    Implementation,
}

/// The marks of one file.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The marks, sorted by node.
    marks: Vec<(NodeId, Mark)>,
}

impl Marks {
    /// Marks `node`; nodes must be marked in the order of the tree.
    pub(super) fn push(&mut self, node: NodeId, mark: Mark) {
        self.marks.push((node, mark));
    }

    /// Returns the mark of `node`, a node of the same file.
    #[must_use]
    pub fn mark(&self, node: NodeId) -> Option<Mark> {
        let index = self.marks.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(self.marks[index].1)
    }

    /// Iterates over all marks.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, Mark)> {
        self.marks.iter().copied()
    }
}

/// The rule that keeps a part under `metadata` because TOSCA 2.0 cannot express it.
pub const LOST: &str = "lost";

/// The rule that keeps a part under `metadata` because its meaning is not known.
pub const UNKNOWN: &str = "unknown";

/// The application of a rule of lowering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The name of the rule.
    pub rule: &'static str,
    /// The span of the rewritten node.
    pub span: Span,
}
