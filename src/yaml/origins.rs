//! Which written nodes the nodes of a rewritten tree stand for.
//!
//! Most of a tree is copied as it is, so that runs of nodes stand for runs of nodes: only their beginnings are kept.

use crate::base::Span;

use super::builder::number;
use super::tree::{Node, NodeId};

/// What a node that a dialect writes stands for: a node of the tree that is rewritten, or only a place in the text.
#[derive(Clone, Copy, Debug)]
pub struct Original {
    pub(super) span: Span,
    pub(super) node: Option<NodeId>,
}

impl From<Node<'_>> for Original {
    fn from(node: Node<'_>) -> Self {
        Self { span: node.span(), node: Some(node.id()) }
    }
}

impl From<Span> for Original {
    fn from(span: Span) -> Self {
        Self { span, node: None }
    }
}

/// The nodes from `first` on, up to the next run: they stand for those from `written` on, or for none.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u32,
    written: Option<NodeId>,
}

/// For each node of a tree the node of the parsed tree that it stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    runs: Vec<Run>,
}

impl Origins {
    /// The origin of the node at `index`; none where it was made up.
    pub(super) fn of(&self, index: usize) -> Option<NodeId> {
        let before = self.runs.partition_point(|run| run.first() <= index);
        self.runs.get(before.checked_sub(1)?)?.origin(index)
    }

    /// Notes what the nodes from `first` on stand for; those before it are known.
    fn add(&mut self, first: usize, written: Option<NodeId>) {
        if self.runs.last().is_none_or(|last| last.origin(first) != written) {
            self.runs.push(Run { first: number(first), written });
        }
    }

    /// Notes that the nodes from `first` on stand for `count` nodes of the tree that is rewritten, from `node` on.
    /// That tree may be a rewritten one, whose origins are those `before`.
    pub(super) fn add_copies(&mut self, before: Option<&Origins>, first: usize, node: NodeId, count: usize) {
        let Some(before) = before else { return self.add(first, Some(node)) };
        self.add(first, before.of(node.index()));
        let end = node.index() + count;
        let after = before.runs.partition_point(|run| run.first() <= node.index());
        for run in before.runs.iter().skip(after).take_while(|run| run.first() < end) {
            self.add(first + (run.first() - node.index()), run.written);
        }
    }

    /// All of them, in as little room as they need.
    pub(super) fn finish(mut self) -> Self {
        self.runs.shrink_to_fit();
        self
    }

    /// Notes that the node at `index` was made up.
    pub(super) fn add_none(&mut self, index: usize) {
        self.add(index, None);
    }
}

impl Run {
    fn first(self) -> usize {
        self.first as usize
    }

    /// The origin of the node at `index`, which is not before the first one.
    fn origin(self, index: usize) -> Option<NodeId> {
        self.written.map(|written| NodeId::new(written.index() + (index - self.first())))
    }
}
