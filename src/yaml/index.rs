//! Finds nodes in a sorted list of nodes.

use super::NodeId;

/// An index of a sorted list of nodes of one tree. Without it, a look-up would search the whole list, and
/// access a dozen places in memory each time.
#[derive(Debug, Default)]
pub struct NodeIndex {
    /// For every [`GROUP`] nodes of the tree, the position in the list of the first one, or of the next node
    /// that is in the list.
    groups: Vec<u32>,
}

/// The number of nodes of a tree that share an entry of [`NodeIndex`].
const GROUP: usize = 32;

impl NodeIndex {
    /// Creates the index of a list, which must be sorted.
    pub(crate) fn new(nodes: impl DoubleEndedIterator<Item = NodeId> + Clone) -> Self {
        let last = nodes.clone().next_back().map_or(0, |node| node.index() / GROUP + 1);
        let mut groups = Vec::with_capacity(last);
        for (position, node) in (0..).zip(nodes) {
            while groups.len() <= node.index() / GROUP {
                groups.push(position);
            }
        }
        Self { groups }
    }

    /// Returns a position in the list from which `node`, or the next one, is found in at most [`GROUP`]
    /// steps; `None` if the list ends before.
    pub(crate) fn start(&self, node: NodeId) -> Option<usize> {
        self.groups.get(node.index() / GROUP).map(|position| *position as usize)
    }
}
