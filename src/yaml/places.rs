//! From a byte to the nodes around it.

use super::builder::number;
use super::tree::{Kind, Node, NodeId, Tree};

/// Finds the nodes around places of one tree: a table is made once, each question then takes time
/// logarithmic in the size of the tree.
#[derive(Debug)]
pub struct Places<'t> {
    tree: &'t Tree,
    /// The nodes that are written at their place, by their start.
    written: Vec<u32>,
    /// The container of each node, itself for the root, and the key of the entry that it is or is part of.
    around: Vec<(u32, Option<u32>)>,
}

/// A container of the walk: its index, the index behind it, and the key that waits for its value.
struct Open {
    at: u32,
    end: usize,
    is_map: bool,
    key: Option<u32>,
}

impl<'t> Places<'t> {
    /// The table of `tree`.
    #[must_use]
    pub fn new(tree: &'t Tree) -> Self {
        let mut places = Self { tree, written: Vec::new(), around: Vec::with_capacity(tree.nodes.len()) };
        let mut open: Vec<Open> = Vec::new();
        let mut copies = tree.copies.iter().peekable();
        for (index, data) in tree.nodes.iter().enumerate() {
            let at = number(index);
            while open.last().is_some_and(|inner| inner.end <= index) {
                open.pop();
            }
            places.around.push(match open.last_mut() {
                None => (at, None),
                Some(parent) if !parent.is_map => (parent.at, None),
                Some(parent) => match parent.key.take() {
                    Some(key) => (parent.at, Some(key)),
                    None => {
                        parent.key = Some(at);
                        (parent.at, Some(at))
                    }
                },
            });
            if data.is_container() {
                let is_map = data.kind == Kind::Mapping;
                open.push(Open { at, end: data.next(index), is_map, key: None });
            }
            while copies.next_if(|copy| copy.next <= at).is_some() {}
            if copies.peek().is_none_or(|copy| at < copy.first) {
                places.written.push(at);
            }
        }
        // Only what a dialect put there can be out of order.
        let start = |at: &u32| tree.nodes[*at as usize].start;
        if !places.written.is_sorted_by_key(start) {
            places.written.sort_by_key(start);
        }
        places
    }

    /// The node that holds `node`; none for the root.
    #[must_use]
    pub fn parent(&self, node: Node<'t>) -> Option<Node<'t>> {
        let parent = self.node(self.around[node.id().index()].0);
        (parent.id() != node.id()).then_some(parent)
    }

    /// The key of the entry that `node` is the key or the value of; none where it is in no map.
    #[must_use]
    pub fn key(&self, node: Node<'t>) -> Option<Node<'t>> {
        self.around[node.id().index()].1.map(|key| self.node(key))
    }

    /// The last node that starts at or before byte `offset`, then those that hold it, the innermost first.
    pub fn around(&self, offset: u32) -> impl Iterator<Item = Node<'t>> {
        let at = self.written.partition_point(|&at| self.tree.nodes[at as usize].start <= offset);
        let first = self.written.get(at.saturating_sub(1)).map(|&at| self.node(at));
        std::iter::successors(first, |node| self.parent(*node))
    }

    /// The keys that lead to byte `offset`, the outermost first, that of the entry itself included; items
    /// of lists have none.
    #[must_use]
    pub fn keys(&self, offset: u32) -> Vec<&'t str> {
        let mut keys: Vec<&str> =
            self.around(offset).filter_map(|node| self.key(node)).map(Node::text).collect();
        keys.reverse();
        keys
    }

    fn node(&self, at: u32) -> Node<'t> {
        self.tree.node(NodeId::new(at as usize))
    }
}
