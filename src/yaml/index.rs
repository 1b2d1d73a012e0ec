//! Finding a node in a sorted list of nodes.

use super::NodeId;

/// Where to look for a node in a sorted list of nodes of one tree. A look-up takes no search in the whole list, which
/// would touch a dozen places of memory each time.
#[derive(Debug, Default)]
pub struct NodeIndex {
    /// For every [`GROUP`] nodes of the tree, the position of the first that is in the list, or of the next one.
    groups: Vec<u32>,
}

/// Nodes of a tree that share an entry of [`NodeIndex`].
const GROUP: usize = 32;

impl NodeIndex {
    /// The index of a list, which must be sorted.
    pub(crate) fn new(nodes: impl DoubleEndedIterator<Item = NodeId> + Clone) -> Self {
        let last = nodes.clone().next_back().map_or(0, |node| node.index() / GROUP + 1);
        let mut groups = Vec::with_capacity(last);
        for (at, node) in (0..).zip(nodes) {
            while groups.len() <= node.index() / GROUP {
                groups.push(at);
            }
        }
        Self { groups }
    }

    /// A position in the list from which `node`, and those after it, are found in at most so many steps as a group has
    /// nodes; `None` if the list ends before.
    pub(crate) fn start(&self, node: NodeId) -> Option<usize> {
        self.groups.get(node.index() / GROUP).map(|at| *at as usize)
    }
}
