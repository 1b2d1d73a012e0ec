//! The stored nodes of a tree. They are packed, because there are very many.

use std::ops::{Deref, DerefMut, Range};

use rustc_hash::FxHashMap;

use crate::base::Symbol;

use super::tree::{Kind, STRING, Style, Tag};

/// A stored node: twelve bytes. Its end is known to [`Nodes`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Data {
    pub(super) start: u32,
    /// For a container: the index after its subtree, or 0 while it is open. For a leaf: the symbol of its
    /// text.
    pub(super) link: u32,
    /// The number of bytes, or [`MAX_LENGTH`] for a longer node.
    length: u16,
    /// From the lowest bit: two bits for the kind, three for the style and three for the tag.
    form: u8,
    pub(super) flags: u8,
}

const _: () = assert!(size_of::<Data>() == 12);

/// The length of a node whose end is in a table, because its length does not fit.
const MAX_LENGTH: u16 = u16::MAX;
const STYLE_BITS: u32 = 2;
const TAG_BITS: u32 = 5;

impl Data {
    /// A node without a tag at byte `start`.
    pub(super) fn new(start: u32, link: u32, kind: Kind, style: Style) -> Self {
        let form = kind as u8 | (style as u8) << STYLE_BITS;
        Self { start, link, length: 0, form, flags: 0 }
    }

    pub(super) fn with_flags(self, flags: u8) -> Self {
        Self { flags, ..self }
    }

    pub(super) fn with_link(self, link: u32) -> Self {
        Self { link, ..self }
    }

    pub(super) fn moved_to(self, start: u32) -> Self {
        Self { start, ..self }
    }

    pub(super) fn kind(&self) -> Kind {
        match self.form & 0b11 {
            0 => Kind::Scalar,
            1 => Kind::Sequence,
            2 => Kind::Mapping,
            _ => Kind::Invalid,
        }
    }

    pub(super) fn style(&self) -> Style {
        match self.form >> STYLE_BITS & 0b111 {
            1 => Style::SingleQuoted,
            2 => Style::DoubleQuoted,
            3 => Style::Literal,
            4 => Style::Folded,
            5 => Style::Block,
            6 => Style::Flow,
            _ => Style::Plain,
        }
    }

    pub(super) fn tag(&self) -> Tag {
        match self.form >> TAG_BITS {
            1 => Tag::Str,
            2 => Tag::Int,
            3 => Tag::Float,
            4 => Tag::Bool,
            5 => Tag::Null,
            6 => Tag::Other,
            _ => Tag::None,
        }
    }

    pub(super) fn set_kind(&mut self, kind: Kind) {
        self.form = self.form & !0b11 | kind as u8;
    }

    pub(super) fn set_tag(&mut self, tag: Tag) {
        self.form = self.form & 0b11111 | (tag as u8) << TAG_BITS;
    }

    /// Whether it was written as a list or map, even if that has no effect.
    pub(super) fn is_container(&self) -> bool {
        matches!(self.style(), Style::Block | Style::Flow)
    }

    /// Whether it is a container that is not closed yet.
    pub(super) fn is_open(&self) -> bool {
        self.is_container() && self.link == 0
    }

    /// The index after the subtree of this node, whose index is `index`.
    pub(super) fn next(&self, index: usize) -> usize {
        if self.is_container() { self.link as usize } else { index + 1 }
    }

    /// The text of a leaf.
    pub(super) fn symbol(&self) -> Symbol {
        Symbol(self.link)
    }

    /// Whether it is a string, unless it has a tag.
    pub(super) fn is_plain_string(&self) -> bool {
        self.flags & STRING != 0 && self.kind() == Kind::Scalar && self.tag() == Tag::None
    }
}

/// The nodes of a tree, in preorder.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    all: Vec<Data>,
    /// The ends of nodes that are too long for [`Data`], by their indices.
    long: FxHashMap<u32, u32>,
}

impl Nodes {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { all: Vec::with_capacity(capacity), long: FxHashMap::default() }
    }

    /// Adds a node that ends at byte `end`; returns its index.
    pub(super) fn push(&mut self, data: Data, end: u32) -> usize {
        let index = self.all.len();
        self.all.push(data);
        self.set_end(index, end);
        index
    }

    /// Adds a copy of a node of this tree or, if there is one, of the `other` tree.
    pub(super) fn push_copy(&mut self, other: Option<&Self>, index: usize, link: u32) {
        let source = other.unwrap_or(self);
        let data = source.all[index].with_link(link);
        if data.length == MAX_LENGTH {
            self.push(data, source.end(index));
        } else {
            self.all.push(data);
        }
    }

    /// The byte after the node.
    pub(super) fn end(&self, index: usize) -> u32 {
        let data = &self.all[index];
        match data.length {
            MAX_LENGTH => self.long_end(index),
            length => data.start + u32::from(length),
        }
    }

    #[cold]
    fn long_end(&self, index: usize) -> u32 {
        let key = u32::try_from(index).unwrap_or(u32::MAX);
        self.long.get(&key).copied().unwrap_or(self.all[index].start)
    }

    /// Changes the byte after the node.
    pub(super) fn set_end(&mut self, index: usize, end: u32) {
        let data = &mut self.all[index];
        let length = u16::try_from(end.saturating_sub(data.start)).unwrap_or(MAX_LENGTH);
        data.length = length;
        if length == MAX_LENGTH {
            self.long.insert(u32::try_from(index).unwrap_or(u32::MAX), end);
        }
    }

    /// Returns the nodes with those at `replaced` replaced by `inserted`, which are children of the same container and
    /// have their own places. Nodes after them start `moved` bytes later. The ends of containers around them are left.
    pub(super) fn with_replaced(
        &self,
        replaced: Range<usize>,
        inserted: impl Iterator<Item = (Data, u32)>,
        moved: i64,
    ) -> Self {
        let mut nodes = Self::with_capacity(self.all.len() + self.all.len() / 64 + 64);
        nodes.all.extend_from_slice(&self.all[..replaced.start]);
        for (data, end) in inserted {
            nodes.push(data, end);
        }
        let is_same_size = nodes.all.len() == replaced.end;
        let added = i64::try_from(nodes.all.len()).unwrap_or(0) - i64::try_from(replaced.end).unwrap_or(0);
        let shifted = |number: u32, by: i64| u32::try_from(i64::from(number) + by).unwrap_or(u32::MAX);
        nodes.all.extend(self.all[replaced.end..].iter().map(|data| {
            let mut data = Data { start: shifted(data.start, moved), ..*data };
            if !is_same_size && data.is_container() {
                data.link = shifted(data.link, added);
            }
            data
        }));
        nodes.long.extend(self.long.iter().filter_map(|(&index, &end)| {
            if (index as usize) < replaced.start {
                Some((index, end))
            } else {
                (index as usize >= replaced.end).then(|| (shifted(index, added), shifted(end, moved)))
            }
        }));
        nodes
    }

    /// Makes room for further nodes.
    pub(super) fn reserve(&mut self, count: usize) {
        self.all.reserve(count);
    }

    /// Keeps the first nodes only.
    pub(super) fn truncate(&mut self, count: usize) {
        // Ends of other nodes are not asked for, and written again before they are.
        self.all.truncate(count);
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.all.shrink_to_fit();
    }
}

impl Deref for Nodes {
    type Target = [Data];

    fn deref(&self) -> &[Data] {
        &self.all
    }
}

impl DerefMut for Nodes {
    fn deref_mut(&mut self) -> &mut [Data] {
        &mut self.all
    }
}

impl<'n> IntoIterator for &'n Nodes {
    type Item = &'n Data;
    type IntoIter = std::slice::Iter<'n, Data>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}
