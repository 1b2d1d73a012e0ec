//! The nodes of a tree: a list while the tree is built, then packed, because there are very many.

use super::tree::{Data, Kind, Style, Tag};

/// The nodes of a tree in preorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// The nodes while the tree is built; empty when they are packed.
    unpacked: Vec<Data>,
    packed: Box<[PackedNode]>,
    /// The ends of long nodes, by index.
    long: Box<[(u32, u32)]>,
}

/// A node in twelve bytes.
#[derive(Clone, Copy, Debug)]
struct PackedNode {
    start: u32,
    link: u32,
    /// The number of bytes of the text, or [`LONG_LENGTH`].
    length: u16,
    /// Kind, style, tag and flags, from the lowest bit.
    facts: u16,
}

/// The length of a node that is at least as long.
const LONG_LENGTH: u16 = u16::MAX;

const KINDS: [Kind; 4] = [Kind::Scalar, Kind::Sequence, Kind::Mapping, Kind::Invalid];
const STYLES: [Style; 8] = [
    Style::Plain,
    Style::SingleQuoted,
    Style::DoubleQuoted,
    Style::Literal,
    Style::Folded,
    Style::Block,
    Style::Flow,
    Style::Flow,
];
const TAGS: [Tag; 8] =
    [Tag::None, Tag::Str, Tag::Int, Tag::Float, Tag::Bool, Tag::Null, Tag::Other, Tag::Other];

impl PackedNode {
    fn new(data: &Data) -> Self {
        let facts =
            data.kind as u16 | (data.style as u16) << 2 | (data.tag as u16) << 5 | u16::from(data.flags) << 8;
        let length = u16::try_from(data.end.saturating_sub(data.start)).unwrap_or(LONG_LENGTH);
        Self { start: data.start, link: data.link, length, facts }
    }
}

impl Nodes {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { unpacked: Vec::with_capacity(capacity), ..Self::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.unpacked.len() + self.packed.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the node at `index`, which must exist.
    pub(super) fn at(&self, index: usize) -> Data {
        if self.packed.is_empty() { self.unpacked[index] } else { self.unpack(index, self.packed[index]) }
    }

    pub(super) fn get(&self, index: usize) -> Option<Data> {
        (index < self.len()).then(|| self.at(index))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Data> {
        (0..self.len()).map(|index| self.at(index))
    }

    fn unpack(&self, index: usize, node: PackedNode) -> Data {
        let PackedNode { start, link, length, facts } = node;
        let end =
            if length == LONG_LENGTH { self.end_of_long(index, start) } else { start + u32::from(length) };
        Data {
            start,
            end,
            link,
            kind: KINDS[usize::from(facts & 3)],
            style: STYLES[usize::from(facts >> 2 & 7)],
            tag: TAGS[usize::from(facts >> 5 & 7)],
            flags: (facts >> 8) as u8,
        }
    }

    #[cold]
    fn end_of_long(&self, index: usize, start: u32) -> u32 {
        let position = self.long.binary_search_by_key(&index, |(long, _)| *long as usize);
        position.map_or(start, |position| self.long[position].1)
    }

    /// Returns the number of nodes, which are in the order of their starts, that start at or before `offset`.
    pub(super) fn count_up_to(&self, offset: u32) -> usize {
        if self.packed.is_empty() {
            self.unpacked.partition_point(|data| data.start <= offset)
        } else {
            self.packed.partition_point(|node| node.start <= offset)
        }
    }

    pub(super) fn push(&mut self, data: Data) {
        self.unpacked.push(data);
    }

    pub(super) fn reserve(&mut self, additional: usize) {
        self.unpacked.reserve(additional);
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.unpacked.truncate(count);
    }

    /// Returns the node at `index` of a tree that is built.
    pub(super) fn at_mut(&mut self, index: usize) -> &mut Data {
        &mut self.unpacked[index]
    }

    pub(super) fn last_mut(&mut self) -> Option<&mut Data> {
        self.unpacked.last_mut()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Data> {
        self.unpacked.iter_mut()
    }

    /// Packs the nodes, when the tree is built.
    pub(super) fn pack(&mut self) {
        let is_long =
            |(_, data): &(u32, &Data)| data.end.saturating_sub(data.start) >= u32::from(LONG_LENGTH);
        self.long =
            (0..).zip(&self.unpacked).filter(is_long).map(|(index, data)| (index, data.end)).collect();
        self.packed = self.unpacked.iter().map(PackedNode::new).collect();
        self.unpacked = Vec::new();
    }
}
