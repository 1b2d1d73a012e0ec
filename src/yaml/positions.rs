//! Finds the nodes at a byte of the text.

use super::builder::number;
use super::tree::{Kind, NodeId, Tree, YamlNode};

/// A table of the nodes of one tree by position. It is made once; each look-up then takes time logarithmic in
/// the size of the tree.
#[derive(Debug)]
pub struct NodePositions<'t> {
    tree: &'t Tree,
    /// The container of each node, which is the node itself for the root; with [`VALUE`] if the node is the value of
    /// an entry.
    parents: Vec<u32>,
    /// The nodes that are written where they occur, by their start, or `None` if these are all nodes in their order.
    written: Option<Vec<u32>>,
}

/// Marks the value of an entry of a map.
const VALUE: u32 = 1 << 31;

/// An open container.
struct Open {
    node: u32,
    end: usize,
    is_map: bool,
    /// Whether a key waits for its value.
    has_key: bool,
}

impl<'t> NodePositions<'t> {
    /// Creates the table of `tree`.
    #[must_use]
    pub fn new(tree: &'t Tree) -> Self {
        let mut parents = Vec::with_capacity(tree.nodes.len());
        let mut open = Open { node: 0, end: tree.nodes.len(), is_map: false, has_key: false };
        let mut outer: Vec<Open> = Vec::new();
        for (index, data) in tree.nodes.iter().enumerate() {
            while open.end <= index
                && let Some(next) = outer.pop()
            {
                open = next;
            }
            parents.push(if open.has_key { open.node | VALUE } else { open.node });
            open.has_key = open.is_map && !open.has_key;
            if data.is_container() {
                let is_map = data.kind() == Kind::Mapping;
                let inner = Open { node: number(index), end: data.next(index), is_map, has_key: false };
                outer.push(std::mem::replace(&mut open, inner));
            }
        }
        Self { tree, parents, written: written(tree) }
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The node that contains `node`, or `None` for the root.
    #[must_use]
    pub fn parent(&self, node: YamlNode<'t>) -> Option<YamlNode<'t>> {
        let parent = self.node(self.parents[node.id().index()] & !VALUE);
        (parent.id() != node.id()).then_some(parent)
    }

    /// The key of the entry that `node` is the key or the value of, or `None` if it is not in a map.
    #[must_use]
    pub fn key(&self, node: YamlNode<'t>) -> Option<YamlNode<'t>> {
        let map = self.parent(node).filter(|parent| parent.is_mapping())?;
        if self.parents[node.id().index()] & VALUE == 0 {
            return Some(node);
        }
        // The node before the value is the key, or the last one in it.
        let is_key = |node: &YamlNode<'_>| self.parent(*node).is_some_and(|parent| parent.id() == map.id());
        std::iter::successors(Some(node.entry_key()), |node| self.parent(*node)).find(is_key)
    }

    /// Returns the last node that starts at or before byte `offset`, then those that contain it, innermost
    /// first.
    pub fn enclosing(&self, offset: u32) -> impl Iterator<Item = YamlNode<'t>> {
        let nodes = &self.tree.nodes;
        let first = match &self.written {
            None => {
                let next = nodes.partition_point(|data| data.start <= offset);
                (!nodes.is_empty()).then(|| number(next.saturating_sub(1)))
            }
            Some(written) => {
                let next = written.partition_point(|&node| nodes[node as usize].start <= offset);
                written.get(next.saturating_sub(1)).copied()
            }
        };
        std::iter::successors(first.map(|node| self.node(node)), |node| self.parent(*node))
    }

    /// Returns the path of keys to byte `offset`, outermost first, including that of the entry itself; items
    /// of lists have no key.
    #[must_use]
    pub fn keys(&self, offset: u32) -> Vec<&'t str> {
        self.enclosing(offset).next().map_or_else(Vec::new, |node| self.keys_of(node))
    }

    /// Returns the path of keys to `node`, like [`keys`](Self::keys).
    #[must_use]
    pub fn keys_of(&self, node: YamlNode<'t>) -> Vec<&'t str> {
        let nodes = std::iter::successors(Some(node), |node| self.parent(*node));
        let mut keys: Vec<&str> = nodes.filter_map(|node| self.key(node)).map(YamlNode::text).collect();
        keys.reverse();
        keys
    }

    fn node(&self, index: u32) -> YamlNode<'t> {
        self.tree.node(NodeId::new(index as usize))
    }
}

/// Returns the nodes that are written where they occur, by their start, or `None` if these are all nodes in their order.
fn written(tree: &Tree) -> Option<Vec<u32>> {
    // Only nodes that a dialect added can be out of order.
    if tree.copies.is_empty() && tree.nodes.is_sorted_by_key(|data| data.start) {
        return None;
    }
    let mut written = Vec::new();
    let mut copies = tree.copies.iter().peekable();
    for node in 0..number(tree.nodes.len()) {
        while copies.next_if(|copy| copy.next <= node).is_some() {}
        if copies.peek().is_none_or(|copy| node < copy.first) {
            written.push(node);
        }
    }
    written.sort_by_key(|node| tree.nodes[*node as usize].start);
    Some(written)
}
