//! Finds the nodes at a byte of the text.

use super::builder::number;
use super::tree::{Kind, NodeId, Tree, YamlNode};

/// A table of the nodes of one tree by position. It is made once; each look-up then takes time logarithmic in
/// the size of the tree.
#[derive(Debug)]
pub struct NodePositions<'t> {
    tree: &'t Tree,
    /// The nodes that are written where they occur, by their start.
    written: Vec<u32>,
    /// The container of each node, which is the node itself for the root, and the key of the entry that it is
    /// part of.
    enclosing: Vec<(u32, Option<u32>)>,
}

/// An open container: its index, the index after it, and the key that waits for its value.
struct Open {
    node: u32,
    end: usize,
    is_map: bool,
    key: Option<u32>,
}

impl<'t> NodePositions<'t> {
    /// Creates the table of `tree`.
    #[must_use]
    pub fn new(tree: &'t Tree) -> Self {
        let mut positions =
            Self { tree, written: Vec::new(), enclosing: Vec::with_capacity(tree.nodes.len()) };
        let mut open: Vec<Open> = Vec::new();
        let mut copies = tree.copies.iter().peekable();
        for (index, data) in tree.nodes.iter().enumerate() {
            let node = number(index);
            while open.last().is_some_and(|inner| inner.end <= index) {
                open.pop();
            }
            positions.enclosing.push(match open.last_mut() {
                None => (node, None),
                Some(parent) if !parent.is_map => (parent.node, None),
                Some(parent) => match parent.key.take() {
                    Some(key) => (parent.node, Some(key)),
                    None => {
                        parent.key = Some(node);
                        (parent.node, Some(node))
                    }
                },
            });
            if data.is_container() {
                let is_map = data.kind == Kind::Mapping;
                open.push(Open { node, end: data.next(index), is_map, key: None });
            }
            while copies.next_if(|copy| copy.next <= node).is_some() {}
            if copies.peek().is_none_or(|copy| node < copy.first) {
                positions.written.push(node);
            }
        }
        // Only nodes that a dialect added can be out of order.
        let start = |node: &u32| tree.nodes[*node as usize].start;
        if !positions.written.is_sorted_by_key(start) {
            positions.written.sort_by_key(start);
        }
        positions
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    /// The node that contains `node`, or `None` for the root.
    #[must_use]
    pub fn parent(&self, node: YamlNode<'t>) -> Option<YamlNode<'t>> {
        let parent = self.node(self.enclosing[node.id().index()].0);
        (parent.id() != node.id()).then_some(parent)
    }

    /// The key of the entry that `node` is the key or the value of, or `None` if it is not in a map.
    #[must_use]
    pub fn key(&self, node: YamlNode<'t>) -> Option<YamlNode<'t>> {
        self.enclosing[node.id().index()].1.map(|key| self.node(key))
    }

    /// Returns the last node that starts at or before byte `offset`, then those that contain it, innermost
    /// first.
    pub fn enclosing(&self, offset: u32) -> impl Iterator<Item = YamlNode<'t>> {
        let next = self.written.partition_point(|&node| self.tree.nodes[node as usize].start <= offset);
        let first = self.written.get(next.saturating_sub(1)).map(|&node| self.node(node));
        std::iter::successors(first, |node| self.parent(*node))
    }

    /// Returns the path of keys to byte `offset`, outermost first, including that of the entry itself; items
    /// of lists have no key.
    #[must_use]
    pub fn keys(&self, offset: u32) -> Vec<&'t str> {
        let mut keys: Vec<&str> =
            self.enclosing(offset).filter_map(|node| self.key(node)).map(YamlNode::text).collect();
        keys.reverse();
        keys
    }

    fn node(&self, index: u32) -> YamlNode<'t> {
        self.tree.node(NodeId::new(index as usize))
    }
}
