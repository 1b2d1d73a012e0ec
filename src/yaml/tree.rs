//! The tree of a YAML file, a preorder arena.

use std::num::NonZeroU32;
use std::sync::Arc;

use crate::base::{FileId, Span, Symbol, Symbols};

use super::block_text;
use super::nodes::{Data, Nodes};
use super::origins::Origins;
use super::scalar::{Scalar, resolve_plain};
use super::words::WORDS;

/// A node of one [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    pub(crate) fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
    }

    pub(crate) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A scalar.
    Scalar,
    /// A list.
    Sequence,
    /// A map.
    Mapping,
    /// An unreadable part, which was reported; later phases do not report it again.
    Invalid,
}

/// How a node is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// A plain scalar.
    Plain,
    /// `'…'`
    SingleQuoted,
    /// `"…"`
    DoubleQuoted,
    /// `|`
    Literal,
    /// `>`
    Folded,
    /// A block collection.
    Block,
    /// `[…]` or `{…}`
    Flow,
}

/// The style of the names of attributes in XML, which all other names and values differ from.
pub(super) const ATTRIBUTE: Style = Style::SingleQuoted;

/// The tag of a node, if it changes the meaning of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tag {
    /// No tag.
    None,
    /// `!!str`, or the non-specific `!`.
    Str,
    /// `!!int`
    Int,
    /// `!!float`
    Float,
    /// `!!bool`
    Bool,
    /// `!!null`
    Null,
    /// Another tag, which was reported if it is not allowed.
    Other,
}

/// The key of a pair that [`YamlNode::entries`] skips: a repeated key, or `<<`.
pub(super) const SKIPPED: u8 = 1;
/// A container that a syntax error cut short.
pub(super) const BROKEN: u8 = 2;
/// A node that a dialect added, in place of the text at its span.
pub(super) const LOWERED: u8 = 4;
/// A scalar that is a string, unless its tag says otherwise.
pub(super) const STRING: u8 = 8;
/// A scalar whose text starts with `$`.
pub(super) const DOLLAR: u8 = 16;
/// Flag: a key with a bracket that belongs to its value, whose intended name another key of its map has.
pub(super) const REPEATS: u8 = 32;

/// Nodes that were copied from an anchor to an alias or merge key. They have the spans of the anchored text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Copied {
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) used: (u32, u32),
}

/// A node with an anchor or tag, and its span.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Carried {
    pub(super) node: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// One YAML document with exact spans.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are facts about the text, not states")]
pub struct Tree {
    pub(super) file: FileId,
    pub(super) text: Arc<String>,
    pub(super) nodes: Nodes,
    pub(super) symbols: Symbols,
    pub(super) copies: Vec<Copied>,
    pub(super) comments: Vec<(u32, u32)>,
    /// The nodes that carry an anchor, in order.
    pub(super) anchored: Vec<Carried>,
    /// The nodes that carry a tag, in order.
    pub(super) tagged: Vec<Carried>,
    pub(super) damaged: bool,
    /// Whether keys may have brackets, which are looked for only then.
    pub(super) may_have_glued_keys: bool,
    /// Whether a scalar starts with `$`.
    pub(super) has_dollar: bool,
    /// Whether it was made by a builder, not by the parser.
    pub(super) rewritten: bool,
    /// Whether the text is XML.
    pub(super) is_xml: bool,
    /// The origins of its nodes, if it was made from a tree.
    pub(super) origins: Option<Box<Origins>>,
}

/// Returns an empty table for the texts of a tree.
pub(super) fn symbols(source: &Arc<String>) -> Symbols {
    Symbols::for_source(source, &WORDS, block_text::text)
}

impl Tree {
    pub(super) fn new(text: &Arc<String>, file: FileId) -> Self {
        Self {
            file,
            text: Arc::clone(text),
            // There is about one node per sixteen bytes, at most one per eight in most files: room that is not used is not
            // touched, and making more copies all nodes.
            nodes: Nodes::with_capacity(text.len() / 8),
            symbols: symbols(text),
            copies: Vec::new(),
            comments: Vec::new(),
            anchored: Vec::new(),
            tagged: Vec::new(),
            damaged: false,
            may_have_glued_keys: true,
            has_dollar: false,
            rewritten: false,
            is_xml: false,
            origins: None,
        }
    }

    /// Returns an empty tree, to replace one that is taken.
    #[must_use]
    pub fn none() -> Self {
        Self::new(&Arc::default(), FileId(0))
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> FileId {
        self.file
    }

    /// Changes the id of the file.
    pub(crate) fn set_file(&mut self, file: FileId) {
        self.file = file;
    }

    /// The text that the tree was read from.
    #[must_use]
    pub fn source(&self) -> &Arc<String> {
        &self.text
    }

    /// The root node, or `None` if the file is empty.
    #[must_use]
    pub fn root(&self) -> Option<YamlNode<'_>> {
        (!self.nodes.is_empty()).then(|| self.node(NodeId::new(0)))
    }

    /// The node `id`, which must come from this tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> YamlNode<'_> {
        YamlNode { tree: self, id }
    }

    /// Whether a part of the file could not be read, so that apparently missing parts may be there.
    #[must_use]
    pub fn is_damaged(&self) -> bool {
        self.damaged
    }

    /// The number of nodes, including copies for aliases.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether `text` occurs as a scalar or key.
    #[must_use]
    pub fn mentions(&self, text: &str) -> bool {
        self.symbols.get(text).is_some()
    }

    /// Whether a scalar or key starts with `$`, as the names of functions do.
    #[must_use]
    pub fn has_dollar(&self) -> bool {
        self.has_dollar
    }

    /// The symbol of `text`, if it occurs as a scalar or key.
    #[must_use]
    pub fn symbol_of(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text)
    }

    /// The distinct texts of scalars and keys.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.symbols.texts()
    }

    /// All nodes, in the order of the tree.
    pub fn nodes(&self) -> impl Iterator<Item = YamlNode<'_>> {
        (0..self.nodes.len()).map(|index| self.node(NodeId::new(index)))
    }

    /// Whether the text of the file is XML.
    #[must_use]
    pub fn is_xml(&self) -> bool {
        self.is_xml
    }

    /// Whether the tree was made from another one.
    #[must_use]
    pub fn is_rewritten(&self) -> bool {
        self.rewritten
    }

    /// The node of the parsed tree that the node `id` stands for: itself in a parsed tree, or `None` if a
    /// dialect added it.
    #[must_use]
    pub fn origin(&self, id: NodeId) -> Option<NodeId> {
        if self.rewritten { self.origins.as_ref()?.get(id.index()) } else { Some(id) }
    }

    /// The comments in order, each from its `#` to the end of its line.
    pub fn comments(&self) -> impl Iterator<Item = Span> {
        self.comments.iter().map(|&(start, end)| Span::new(self.file, start, end))
    }
}

/// The id of a node with its file, for use without borrowing a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceNode {
    /// The file whose tree has the node.
    pub file: FileId,
    /// The node in that tree.
    pub node: NodeId,
}

/// A node and its tree.
#[derive(Clone, Copy)]
pub struct YamlNode<'t> {
    tree: &'t Tree,
    id: NodeId,
}

impl std::fmt::Debug for YamlNode<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.written())
    }
}

impl<'t> YamlNode<'t> {
    pub(super) fn data(self) -> &'t Data {
        &self.tree.nodes[self.id.index()]
    }

    /// The index after the subtree of the node.
    #[must_use]
    pub fn next(self) -> usize {
        self.data().next(self.id.index())
    }

    /// The id of the node, for use without borrowing the tree.
    #[must_use]
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The tree.
    #[must_use]
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The node without its tree.
    #[must_use]
    pub fn source(self) -> SourceNode {
        SourceNode { file: self.tree.file(), node: self.id }
    }

    /// The kind of the node.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.data().kind()
    }

    /// How it is written.
    #[must_use]
    pub fn style(self) -> Style {
        self.data().style()
    }

    /// The span of the value, without anchor and tag. A block scalar starts at its `|` or `>`; a missing
    /// value is an empty span after the `:` or `-`.
    #[must_use]
    pub fn span(self) -> Span {
        let (start, end) = (self.data().start, self.tree.nodes.end(self.id.index()));
        Span::new(self.tree.file, start, end)
    }

    /// The source text at the span.
    #[must_use]
    pub fn written(self) -> &'t str {
        self.tree.text.get(self.span().range()).unwrap_or("")
    }

    /// The text of a scalar after unquoting, unescaping and folding; empty for everything else.
    #[must_use]
    pub fn text(self) -> &'t str {
        let data = self.data();
        if data.kind() == Kind::Scalar { self.tree.symbols.text(data.symbol()) } else { "" }
    }

    /// The text of a scalar that is ignored because of its tag, which was reported.
    #[must_use]
    pub fn refused_text(self) -> Option<&'t str> {
        let data = self.data();
        let refused = data.kind() == Kind::Invalid
            && data.tag() == Tag::Other
            && !matches!(data.style(), Style::Block | Style::Flow);
        refused.then(|| self.tree.symbols.text(data.symbol()))
    }

    /// The symbol of a scalar's text.
    #[must_use]
    pub fn symbol(self) -> Option<Symbol> {
        let data = self.data();
        let symbol = data.symbol();
        match data.style() {
            _ if data.kind() != Kind::Scalar => None,
            Style::Literal | Style::Folded => Some(self.tree.symbols.canonical(symbol)),
            _ => Some(symbol),
        }
    }

    /// The frequent word that the text of a scalar on a line is, if it is one.
    #[must_use]
    #[inline]
    pub fn word(self) -> Option<Symbol> {
        let data = self.data();
        (WORDS.has(data.symbol()) && data.kind() == Kind::Scalar).then(|| data.symbol())
    }

    /// The value of a scalar by the YAML 1.2 core schema, or `None` for collections.
    #[must_use]
    pub fn scalar(self) -> Option<Scalar<'t>> {
        let data = self.data();
        if data.kind() != Kind::Scalar {
            return None;
        }
        let text = self.tree.symbols.text(data.symbol());
        Some(match data.tag() {
            Tag::None if data.style() == Style::Plain => resolve_plain(text),
            Tag::Int | Tag::Float | Tag::Bool | Tag::Null => super::scalar::resolve_tagged(data.tag(), text),
            _ => Scalar::String(text),
        })
    }

    /// The text of a scalar that is a string, or `None` for numbers, Boolean values, null and collections.
    #[must_use]
    pub fn as_str(self) -> Option<&'t str> {
        let data = self.data();
        if data.is_plain_string() {
            return Some(self.tree.symbols.text(data.symbol()));
        }
        match self.scalar()? {
            Scalar::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the node is a scalar that is a string.
    #[must_use]
    pub fn is_string(self) -> bool {
        self.data().is_plain_string() || matches!(self.scalar(), Some(Scalar::String(_)))
    }

    /// Whether a tag determines the kind of value.
    #[must_use]
    pub fn is_tagged(self) -> bool {
        self.data().tag() != Tag::None
    }

    /// Whether the node is null: `null`, `~` or an empty scalar.
    #[must_use]
    pub fn is_null(self) -> bool {
        !self.data().is_plain_string() && matches!(self.scalar(), Some(Scalar::Null))
    }

    /// Whether the node is a map.
    #[must_use]
    pub fn is_mapping(self) -> bool {
        self.kind() == Kind::Mapping
    }

    /// Whether the node is a list.
    #[must_use]
    pub fn is_sequence(self) -> bool {
        self.kind() == Kind::Sequence
    }

    /// Whether the node could not be read; it was reported.
    #[must_use]
    pub fn is_invalid(self) -> bool {
        self.kind() == Kind::Invalid
    }

    /// Whether a syntax error cut this container short.
    #[must_use]
    pub fn is_broken(self) -> bool {
        self.data().flags & BROKEN != 0
    }

    /// Whether a syntax error cut this container short, or made something inside unreadable.
    #[must_use]
    pub fn is_broken_inside(self) -> bool {
        let is_unreadable = |data: &Data| data.flags & BROKEN != 0 || data.kind() == Kind::Invalid;
        self.tree.damaged && self.tree.nodes[self.id.index()..self.next()].iter().any(is_unreadable)
    }

    /// Whether it is a key that [`YamlNode::entries`] skips.
    #[must_use]
    pub fn is_skipped(self) -> bool {
        self.data().flags & SKIPPED != 0
    }

    /// The next node after this one and its subtree, in the order of the text.
    #[must_use]
    pub fn next_node(self) -> Option<YamlNode<'t>> {
        let next = self.next();
        (next < self.tree.nodes.len()).then(|| self.tree.node(NodeId::new(next)))
    }

    /// The byte where the next node after this one starts, or where the text ends: what is between them was not read.
    #[must_use]
    pub fn next_start(self) -> u32 {
        self.next_node().map_or(u32::MAX, Self::start_here)
    }

    /// Whether a dialect added the node.
    #[must_use]
    pub fn is_lowered(self) -> bool {
        self.data().flags & LOWERED != 0
    }

    /// Whether the node is the name of an attribute, in a tree that was read from XML.
    #[must_use]
    #[inline]
    pub fn is_attribute(self) -> bool {
        self.style() == ATTRIBUTE && self.tree.is_xml
    }

    /// Whether the node carries an anchor.
    #[must_use]
    pub fn has_anchor(self) -> bool {
        self.anchor().is_some()
    }

    /// The span of the anchor of the node, from its `&`, or `None` for copies.
    #[must_use]
    pub fn anchor(self) -> Option<Span> {
        self.carried(&self.tree.anchored)
    }

    /// The span of the tag of the node, or `None` for copies.
    #[must_use]
    pub fn tag(self) -> Option<Span> {
        self.carried(&self.tree.tagged)
    }

    fn carried(self, all: &[Carried]) -> Option<Span> {
        let index = u32::try_from(self.id.index()).unwrap_or(u32::MAX);
        let position = all.binary_search_by_key(&index, |carried| carried.node).ok()?;
        Some(Span::new(self.tree.file, all[position].start, all[position].end))
    }

    /// Whether the node or its subtree has an anchor.
    #[must_use]
    pub fn contains_anchor(self) -> bool {
        let first = u32::try_from(self.id.index()).unwrap_or(u32::MAX);
        let position = self.tree.anchored.partition_point(|carried| carried.node < first);
        self.tree.anchored.get(position).is_some_and(|carried| (carried.node as usize) < self.next())
    }

    /// Whether the node or a part of its subtree was brought here by an alias or merge key.
    #[must_use]
    pub fn contains_copy(self) -> bool {
        let copies = &self.tree.copies;
        let first = u32::try_from(self.id.index()).unwrap_or(u32::MAX);
        let position = copies.partition_point(|copy| copy.next <= first);
        copies.get(position).is_some_and(|copy| (copy.first as usize) < self.next())
    }

    /// The span of the alias or merge key that brought this node here, or `None` if it is written here.
    #[must_use]
    pub fn used_at(self) -> Option<Span> {
        let copies = &self.tree.copies;
        let index = u32::try_from(self.id.index()).unwrap_or(u32::MAX);
        let next = copies.partition_point(|copy| copy.first <= index);
        let copy = copies[..next].last()?;
        (index < copy.next).then(|| Span::new(self.tree.file, copy.used.0, copy.used.1))
    }

    /// The start of the node, or of the alias or merge key that brought it here.
    pub(super) fn start_here(self) -> u32 {
        self.used_at().map_or(self.data().start, |used| used.start)
    }

    /// The entries of a map, without repeated keys (the first one counts) and with those of merge keys; empty
    /// for other nodes.
    #[must_use]
    pub fn entries(self) -> Entries<'t> {
        Entries { items: self.children(Kind::Mapping) }
    }

    /// The entries of a map as [`YamlNode::entries`] returns them, and those that it skips: for copying.
    pub fn all_entries(self) -> impl Iterator<Item = (YamlNode<'t>, YamlNode<'t>)> {
        let mut nodes = self.children(Kind::Mapping);
        std::iter::from_fn(move || Some((nodes.next()?, nodes.next()?)))
    }

    /// The items of a list; empty for other nodes.
    #[must_use]
    pub fn items(self) -> Items<'t> {
        self.children(Kind::Sequence)
    }

    fn children(self, kind: Kind) -> Items<'t> {
        let (index, end) = if self.kind() == kind { (self.id.index() + 1, self.next()) } else { (0, 0) };
        Items { tree: self.tree, index, end }
    }

    /// The value of the map entry that has this node as its key: it follows the key.
    #[must_use]
    pub fn entry_value(self) -> YamlNode<'t> {
        self.tree.node(NodeId::new(self.next()))
    }

    /// The key of the map entry that has this node as its value. The key must be a scalar, so it is right
    /// before the value.
    #[must_use]
    pub fn entry_key(self) -> YamlNode<'t> {
        self.tree.node(NodeId::new(self.id.index().saturating_sub(1)))
    }

    /// Whether `node`, of the same tree, is this node or in its subtree.
    #[must_use]
    pub fn contains(self, node: YamlNode<'_>) -> bool {
        (self.id.index()..self.next()).contains(&node.id.index())
    }

    /// The first id after those of the node and its subtree.
    pub(crate) fn end(self) -> NodeId {
        NodeId::new(self.next())
    }

    /// The key and value of the entry of a map whose key is the string `name`.
    #[must_use]
    pub fn entry(self, name: &str) -> Option<(YamlNode<'t>, YamlNode<'t>)> {
        let symbol = self.tree.symbols.get(name)?;
        self.entries().find(|(key, _)| key.symbol() == Some(symbol) && key.is_string())
    }

    /// The value of the entry of a map whose key is the string `name`.
    #[must_use]
    pub fn get(self, name: &str) -> Option<YamlNode<'t>> {
        self.entry(name).map(|(_, value)| value)
    }

    /// Whether it is a scalar that starts with `$`, or a map with such a key and no other one.
    #[must_use]
    pub fn starts_with_dollar(self) -> bool {
        let starts = |node: Self| node.data().flags & DOLLAR != 0;
        match self.data().kind() {
            Kind::Scalar => starts(self),
            Kind::Mapping => {
                // Most maps are decided by their first key, which is not looked at if it is a merge key.
                let first = self.tree.nodes.get(self.id.index() + 1);
                first.is_some_and(|first| first.flags & (DOLLAR | SKIPPED) != 0)
                    && self.only_entry().is_some_and(|(key, _)| starts(key))
            }
            Kind::Sequence | Kind::Invalid => false,
        }
    }

    /// The only entry of a map with exactly one.
    #[must_use]
    pub fn only_entry(self) -> Option<(YamlNode<'t>, YamlNode<'t>)> {
        let mut entries = self.entries();
        let first = entries.next()?;
        entries.next().is_none().then_some(first)
    }
}

/// The nodes of a list.
#[derive(Clone)]
pub struct Items<'t> {
    tree: &'t Tree,
    index: usize,
    end: usize,
}

impl<'t> Iterator for Items<'t> {
    type Item = YamlNode<'t>;

    fn next(&mut self) -> Option<YamlNode<'t>> {
        if self.index >= self.end {
            return None;
        }
        let node = self.tree.node(NodeId::new(self.index));
        self.index = node.next();
        Some(node)
    }
}

/// The keys and values of a map.
#[derive(Clone)]
pub struct Entries<'t> {
    items: Items<'t>,
}

impl<'t> Iterator for Entries<'t> {
    type Item = (YamlNode<'t>, YamlNode<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let key = self.items.next()?;
            let value = self.items.next()?;
            if key.data().flags & SKIPPED == 0 {
                return Some((key, value));
            }
        }
    }
}
