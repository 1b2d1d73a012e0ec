//! The nodes of a tree: a list while the tree is built, then packed, because there are very many.

use std::ops::{Deref, DerefMut};

use crate::base::Symbol;

use super::tree::{Kind, STRING, Style, Tag};

/// What is known of a node besides its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Facts {
    pub(super) start: u32,
    /// For a container: the index after its subtree, or 0 while it is open. For a leaf: the symbol of its
    /// text.
    pub(super) link: u32,
    pub(super) kind: Kind,
    pub(super) style: Style,
    pub(super) tag: Tag,
    pub(super) flags: u8,
}

impl Facts {
    /// Whether it was written as a list or map, even if that has no effect.
    #[inline]
    pub(super) fn is_container(&self) -> bool {
        matches!(self.style, Style::Block | Style::Flow)
    }

    /// Whether it is a container that is not closed yet.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.is_container() && self.link == 0
    }

    /// The index after the subtree of this node, whose index is `index`.
    #[inline]
    pub(super) fn next(&self, index: usize) -> usize {
        if self.is_container() { self.link as usize } else { index + 1 }
    }

    /// The text of a leaf.
    #[inline]
    pub(super) fn symbol(&self) -> Symbol {
        Symbol(self.link)
    }

    /// Whether it is a string, unless it has a tag.
    #[inline]
    pub(super) fn is_plain_string(&self) -> bool {
        self.flags & STRING != 0 && self.kind == Kind::Scalar && self.tag == Tag::None
    }
}

/// A node of a tree that is built.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Data {
    pub(super) facts: Facts,
    pub(super) end: u32,
}

impl Deref for Data {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

impl DerefMut for Data {
    fn deref_mut(&mut self) -> &mut Facts {
        &mut self.facts
    }
}

/// A node in twelve bytes.
#[derive(Clone, Copy, Debug)]
struct PackedNode {
    start: u32,
    link: u32,
    /// The number of bytes of the text, or [`LONG_LENGTH`].
    length: u16,
    /// Kind, style, tag and flags, from the lowest bit.
    bits: u16,
}

/// The length of a node that is at least as long.
const LONG_LENGTH: u16 = u16::MAX;

impl PackedNode {
    fn new(data: &Data) -> Self {
        let bits =
            data.kind as u16 | (data.style as u16) << 2 | (data.tag as u16) << 5 | u16::from(data.flags) << 8;
        let length = u16::try_from(data.end.saturating_sub(data.start)).unwrap_or(LONG_LENGTH);
        Self { start: data.start, link: data.link, length, bits }
    }

    #[inline]
    fn facts(self) -> Facts {
        Facts {
            start: self.start,
            link: self.link,
            kind: self.kind(),
            style: self.style(),
            tag: self.tag(),
            flags: (self.bits >> 8) as u8,
        }
    }

    // The order is that of the variants, so that these cost nothing.

    #[inline]
    fn kind(self) -> Kind {
        match self.bits & 3 {
            0 => Kind::Scalar,
            1 => Kind::Sequence,
            2 => Kind::Mapping,
            _ => Kind::Invalid,
        }
    }

    #[inline]
    fn style(self) -> Style {
        match self.bits >> 2 & 7 {
            0 => Style::Plain,
            1 => Style::SingleQuoted,
            2 => Style::DoubleQuoted,
            3 => Style::Literal,
            4 => Style::Folded,
            5 => Style::Block,
            _ => Style::Flow,
        }
    }

    #[inline]
    fn tag(self) -> Tag {
        match self.bits >> 5 & 7 {
            0 => Tag::None,
            1 => Tag::Str,
            2 => Tag::Int,
            3 => Tag::Float,
            4 => Tag::Bool,
            5 => Tag::Null,
            _ => Tag::Other,
        }
    }
}

/// The nodes of a tree in preorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// The nodes while the tree is built; empty when they are packed.
    built: Vec<Data>,
    packed: Box<[PackedNode]>,
    /// The ends of long nodes, by index.
    long: Box<[(u32, u32)]>,
}

impl Nodes {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { built: Vec::with_capacity(capacity), ..Self::default() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.built.len() + self.packed.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the facts about the node at `index`, which must exist.
    #[inline]
    pub(super) fn facts(&self, index: usize) -> Facts {
        match self.packed.get(index) {
            Some(node) => node.facts(),
            None => self.built[index].facts,
        }
    }

    /// Returns the start and the end of the node at `index`, which must exist.
    #[inline]
    pub(super) fn range(&self, index: usize) -> (u32, u32) {
        let Some(node) = self.packed.get(index) else {
            let data = &self.built[index];
            return (data.start, data.end);
        };
        let is_long = node.length == LONG_LENGTH;
        (node.start, if is_long { self.end_of_long(index) } else { node.start + u32::from(node.length) })
    }

    #[cold]
    fn end_of_long(&self, index: usize) -> u32 {
        let position = self.long.partition_point(|(long, _)| (*long as usize) < index);
        self.long.get(position).map_or(0, |(_, end)| *end)
    }

    /// Returns all nodes in order, with their ends.
    pub(super) fn iter(&self) -> impl Iterator<Item = Data> {
        (0..self.len()).map(|index| self.data(index))
    }

    /// Returns the node at `index`, which must exist, with its end.
    pub(super) fn data(&self, index: usize) -> Data {
        Data { facts: self.facts(index), end: self.range(index).1 }
    }

    /// Returns the number of nodes, which are in the order of their starts, that start at or before `offset`.
    pub(super) fn count_up_to(&self, offset: u32) -> usize {
        self.packed.partition_point(|node| node.start <= offset)
            + self.built.partition_point(|data| data.start <= offset)
    }

    pub(super) fn push(&mut self, data: Data) {
        self.built.push(data);
    }

    pub(super) fn reserve(&mut self, additional: usize) {
        self.built.reserve(additional);
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.built.truncate(count);
    }

    /// Returns the node at `index` of a tree that is built.
    #[inline]
    pub(super) fn at(&self, index: usize) -> &Data {
        &self.built[index]
    }

    /// Returns the node at `index` of a tree that is built, if it exists.
    pub(super) fn get(&self, index: usize) -> Option<&Data> {
        self.built.get(index)
    }

    /// Returns the node at `index` of a tree that is built, to change it.
    pub(super) fn at_mut(&mut self, index: usize) -> &mut Data {
        &mut self.built[index]
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Data> {
        self.built.last_mut()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Data> {
        self.built.iter_mut()
    }

    /// Packs the nodes, when the tree is built.
    pub(super) fn pack(&mut self) {
        let is_long =
            |(_, data): &(u32, &Data)| data.end.saturating_sub(data.start) >= u32::from(LONG_LENGTH);
        self.long = (0..).zip(&self.built).filter(is_long).map(|(index, data)| (index, data.end)).collect();
        self.packed = self.built.iter().map(PackedNode::new).collect();
        self.built = Vec::new();
    }
}
