//! Maps the nodes of a rewritten tree to the written nodes that they stand for.
//!
//! Most of a tree is copied unchanged, so that runs of nodes stand for runs of nodes: only the start of each
//! run is stored.

use crate::base::Span;

use super::builder::number;
use super::tree::{NodeId, YamlNode};

/// The origin of a node that a dialect writes: a node of the tree that is rewritten, or only a location in
/// the text.
#[derive(Clone, Copy, Debug)]
pub struct Original {
    pub(super) span: Span,
    pub(super) node: Option<NodeId>,
}

impl From<YamlNode<'_>> for Original {
    fn from(node: YamlNode<'_>) -> Self {
        Self { span: node.span(), node: Some(node.id()) }
    }
}

impl From<Span> for Original {
    fn from(span: Span) -> Self {
        Self { span, node: None }
    }
}

/// The nodes from `first` up to the next run. They stand for the nodes from `written` on, or for no nodes.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u32,
    written: Option<NodeId>,
}

/// For each node of a tree, the node of the parsed tree that it stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins {
    runs: Vec<Run>,
}

impl Origins {
    /// Origins of runs, most likely this number.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self { runs: Vec::with_capacity(count) }
    }

    /// The origin of the node at `index`, or `None` if a dialect added it.
    pub(super) fn get(&self, index: usize) -> Option<NodeId> {
        let next = self.runs.partition_point(|run| run.first() <= index);
        self.runs.get(next.checked_sub(1)?)?.origin(index)
    }

    /// Records the origins of the nodes from `first` on; those before it are already recorded.
    fn add(&mut self, first: usize, written: Option<NodeId>) {
        if self.runs.last().is_none_or(|last| last.origin(first) != written) {
            self.runs.push(Run { first: number(first), written });
        }
    }

    /// Records that the nodes from `first` on stand for `count` nodes of the rewritten tree, from `node` on.
    /// That tree may be a rewritten one, with the origins `source_origins`.
    pub(super) fn add_copies(
        &mut self,
        source_origins: Option<&Origins>,
        first: usize,
        node: NodeId,
        count: usize,
    ) {
        let Some(source_origins) = source_origins else { return self.add(first, Some(node)) };
        self.add(first, source_origins.get(node.index()));
        let end = node.index() + count;
        let next = source_origins.runs.partition_point(|run| run.first() <= node.index());
        for run in source_origins.runs.iter().skip(next).take_while(|run| run.first() < end) {
            self.add(first + (run.first() - node.index()), run.written);
        }
    }

    /// Returns all origins, without spare memory.
    pub(super) fn finish(mut self) -> Self {
        self.runs.shrink_to_fit();
        self
    }

    /// Records that a dialect added the node at `index`.
    pub(super) fn add_none(&mut self, index: usize) {
        self.add(index, None);
    }
}

impl Run {
    fn first(self) -> usize {
        self.first as usize
    }

    /// The origin of the node at `index`, which must be in the run.
    fn origin(self, index: usize) -> Option<NodeId> {
        self.written.map(|written| NodeId::new(written.index() + (index - self.first())))
    }
}
