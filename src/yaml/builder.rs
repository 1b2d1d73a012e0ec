//! Builds a tree node by node: from events, and for dialects that rewrite a tree.

use std::borrow::Cow;
use std::sync::Arc;

use crate::base::{FileId, Symbols};

use super::nodes::{Data, Nodes};
use super::origins::{Original, Origins};
use super::scalar::{Scalar, resolve_plain};
use super::tree::{
    ATTRIBUTE, BROKEN, Carried, Copied, DOLLAR, Kind, LOWERED, NodeId, SKIPPED, STRING, Style, Tag, Tree,
    YamlNode,
};
use super::typography;

/// The depth of most trees.
const USUAL_DEPTH: usize = 16;
/// The number of bytes of the texts in the tree of a file in XML that the file does not have in this form.
const XML_BYTES: usize = 512;

/// An unfinished tree. Containers are opened and closed in order; a map alternates keys and values.
#[derive(Debug)]
pub struct Builder {
    pub(super) tree: Tree,
    /// The open containers: index and number of children so far.
    pub(super) open: Vec<(u32, u32)>,
    /// Whether a tree is rewritten, and whether its symbols have the same numbers in this tree.
    rewrites: bool,
    same_symbols: bool,
    /// The written nodes that the nodes stand for.
    origins: Origins,
    /// The origins of the nodes of the tree that is rewritten, if it is a rewritten tree itself.
    source_origins: Option<Box<Origins>>,
}

/// The state of a builder, to return to it.
pub(super) struct Mark {
    nodes: usize,
    copies: usize,
    comments: usize,
    anchored: usize,
    tagged: usize,
    open: Vec<(u32, u32)>,
}

impl Builder {
    /// An empty tree for `text` of `file`.
    #[must_use]
    pub fn new(text: &Arc<String>, file: FileId) -> Self {
        let mut tree = Tree::new(text, file);
        tree.rewritten = true;
        Self {
            tree,
            open: Vec::with_capacity(USUAL_DEPTH),
            rewrites: false,
            same_symbols: false,
            origins: Origins::default(),
            source_origins: None,
        }
    }

    /// An empty tree for `text` of `file`, which is XML.
    #[must_use]
    pub fn reading_xml(text: &Arc<String>, file: FileId) -> Self {
        let mut builder = Self::new(text, file);
        builder.tree.rewritten = false;
        builder.tree.is_xml = true;
        builder.tree.symbols.reserve(XML_BYTES);
        builder
    }

    /// An empty tree of the same file as `tree`, with its comments and state. All nodes that are copied
    /// must come from `tree`.
    #[must_use]
    pub fn rewriting(tree: &Tree) -> Self {
        // Few texts of XML stay.
        let same_symbols = tree.rewritten || !tree.is_xml;
        let mut symbols = if same_symbols { tree.symbols.clone() } else { super::tree::symbols(&tree.text) };
        let mut origins = Origins::default();
        if !same_symbols {
            symbols.reserve(XML_BYTES);
            origins = Origins::with_capacity(tree.nodes.len());
        }
        let rewritten = Tree {
            file: tree.file,
            text: Arc::clone(&tree.text),
            nodes: Nodes::with_capacity(tree.nodes.len() + tree.nodes.len() / 8),
            symbols,
            copies: Vec::new(),
            comments: tree.comments.clone(),
            anchored: Vec::new(),
            tagged: Vec::new(),
            damaged: tree.damaged,
            may_have_glued_keys: tree.may_have_glued_keys,
            has_dollar: tree.has_dollar,
            rewritten: true,
            is_xml: tree.is_xml,
            origins: None,
        };
        let source_origins = tree.rewritten.then(|| tree.origins.clone().unwrap_or_default());
        Self {
            tree: rewritten,
            open: Vec::with_capacity(USUAL_DEPTH),
            rewrites: true,
            same_symbols,
            origins,
            source_origins,
        }
    }

    fn count_child(&mut self) {
        if let Some((_, children)) = self.open.last_mut() {
            *children += 1;
        }
    }

    fn push(&mut self, data: Data, end: u32) -> usize {
        self.count_child();
        self.tree.nodes.push(data, end)
    }

    /// Adds a scalar written at bytes `start..end`.
    pub(super) fn scalar(&mut self, text: &str, range: (u32, u32), style: Style, tag: Tag) -> usize {
        // What is written with escapes is meant, and whole lines are kept.
        let is_kept = self.tree.is_xml || matches!(style, Style::Literal | Style::Folded);
        let is_meant = is_kept || text.is_ascii() || {
            let written = self.tree.text.get(range.0 as usize..range.1 as usize);
            written.is_none_or(str::is_ascii)
        };
        let text = if is_meant { Cow::Borrowed(text) } else { typography::seen(text) };
        let text = &*text;
        let string = style != Style::Plain || matches!(resolve_plain(text), Scalar::String(_));
        let has_dollar = text.as_bytes().first() == Some(&b'$');
        self.tree.has_dollar |= has_dollar;
        let flags = if string { STRING } else { 0 } | if has_dollar { DOLLAR } else { 0 };
        let link = self.tree.symbols.intern(text, range.0).0;
        let mut data = Data::new(range.0, link, Kind::Scalar, style).with_flags(flags);
        data.set_tag(tag);
        self.push(data, range.1)
    }

    /// Adds a block scalar at bytes `start..end`, whose text is made when it is needed, unless it is `one_line`.
    pub(super) fn block_scalar(
        &mut self,
        one_line: Option<&str>,
        has_dollar: bool,
        range: (u32, u32),
        style: Style,
    ) {
        // Names must have symbols that can be compared.
        if let Some(text) = one_line.filter(|text| !Symbols::can_defer(text)) {
            self.scalar(text, range, style, Tag::None);
            return;
        }
        self.tree.has_dollar |= has_dollar;
        let flags = STRING | if has_dollar { DOLLAR } else { 0 };
        let link = self.tree.symbols.defer(range.0).0;
        self.push(Data::new(range.0, link, Kind::Scalar, style).with_flags(flags), range.1);
    }

    /// Adds a node in place of an unreadable part at `start..end`.
    pub(super) fn invalid(&mut self, start: u32, end: u32) {
        let node = self.scalar("", (start, end), Style::Plain, Tag::None);
        self.tree.nodes[node].set_kind(Kind::Invalid);
    }

    /// Opens a list or map that starts at byte `start`.
    pub(super) fn begin(&mut self, kind: Kind, style: Style, start: u32) -> usize {
        let index = self.push(Data::new(start, 0, kind, style), start);
        self.open.push((number(index), 0));
        index
    }

    /// Closes the innermost open container at byte `end`.
    pub(super) fn end(&mut self, end: u32) -> Option<usize> {
        let index = self.open.pop()?.0 as usize;
        let next = number(self.tree.nodes.len());
        let has_children = index + 1 < self.tree.nodes.len();
        let first_child = has_children.then(|| self.tree.node(NodeId::new(index + 1)).start_here());
        let data = &mut self.tree.nodes[index];
        data.link = next;
        let end = end.max(data.start);
        if let (Style::Block, Kind::Mapping, Some(start)) = (data.style(), data.kind(), first_child) {
            data.start = start;
        }
        self.tree.nodes.set_end(index, end);
        Some(index)
    }

    /// Whether the innermost open container is a map that waits for a value.
    pub(super) fn waits_for_value(&self) -> bool {
        self.open.last().is_some_and(|&(index, children)| {
            self.tree.nodes[index as usize].kind() == Kind::Mapping && children % 2 == 1
        })
    }

    /// Appends a copy of the closed node `source` of this tree, used at `used`.
    pub(super) fn copy_within(&mut self, source: usize, used: (u32, u32)) {
        let (first, next) = (source, self.tree.nodes[source].next(source));
        self.count_child();
        let to = self.tree.nodes.len();
        self.tree.nodes.reserve(next - first);
        for index in first..next {
            let data = &self.tree.nodes[index];
            let link = if data.is_container() { number(data.next(index) - first + to) } else { data.link };
            self.tree.nodes.push_copy(None, index, link);
        }
        self.tree.nodes[to].flags &= !SKIPPED;
        let copied = Copied { first: number(to), next: number(self.tree.nodes.len()), used };
        self.tree.copies.push(copied);
    }

    /// Marks every open container but the root as cut short, gives a key without a value an unreadable one,
    /// and closes the containers at `end`.
    pub(super) fn abandon(&mut self, end: u32) {
        self.tree.damaged = true;
        self.cut_short(1, end);
        if let Some(&(root, _)) = self.open.last() {
            self.tree.nodes[root as usize].flags |= BROKEN;
        }
    }

    /// Closes all open containers except the first `kept`, as cut short, and gives keys without a value an
    /// unreadable one, including the last key of the innermost container that stays open.
    fn cut_short(&mut self, kept: usize, end: u32) {
        loop {
            if self.waits_for_value() {
                self.invalid(end, end);
            }
            let Some(&(index, _)) = self.open.last().filter(|_| self.open.len() > kept) else { return };
            self.tree.nodes[index as usize].flags |= BROKEN;
            self.end(end);
        }
    }

    /// Closes the open containers below the one at `depth`, as cut short, and gives the last key of that one
    /// an unreadable value if it has none.
    ///
    /// The content of an unclosed bracket could be anything, so it is unreadable as a whole.
    pub(super) fn abandon_inside(&mut self, depth: usize, end: u32) {
        self.drop_bracket(end);
        self.cut_short(depth + 1, end);
    }

    /// Makes the innermost open container unreadable, up to `end`, if nothing in it was read.
    pub(super) fn drop_empty(&mut self, end: u32) {
        if self.open.len() < 2 {
            return;
        }
        if let Some((index, 0)) = self.open.pop_if(|(_, children)| *children == 0) {
            let start = self.tree.nodes[index as usize].start;
            self.truncate(index as usize);
            if let Some((_, children)) = self.open.last_mut() {
                *children -= 1;
            }
            self.invalid(start, end.max(start));
        }
    }

    /// Makes the outermost open bracket unreadable as a whole, up to `end`, if there is one.
    pub(super) fn drop_bracket(&mut self, end: u32) {
        let is_flow = |&(index, _): &(u32, u32)| self.tree.nodes[index as usize].style() == Style::Flow;
        if let Some(bracket) = self.open.iter().position(is_flow) {
            let (index, _) = self.open[bracket];
            let data = self.tree.nodes[index as usize];
            self.truncate(index as usize);
            self.open.truncate(bracket);
            // The node that replaces it counts as a new child.
            if let Some((_, children)) = self.open.last_mut() {
                *children -= 1;
            }
            self.invalid(data.start, end.max(data.start));
        }
    }

    /// Drops the nodes that start at or after byte `from` inside the open container at `depth`.
    pub(super) fn drop_from(&mut self, depth: usize, from: u32) {
        let first = self.open.get(depth).map_or(0, |&(index, _)| index as usize + 1);
        let mut nodes = first..self.tree.nodes.len();
        let starts_after = |&index: &usize| self.tree.node(NodeId::new(index)).start_here() >= from;
        let Some(dropped) = nodes.find(starts_after) else { return };
        let most = number(dropped);
        self.truncate(dropped);
        self.open.retain(|&(index, _)| index < most);
        // Containers that were closed after `from` are cut short there.
        let innermost = self.open.last().map_or(0, |&(index, _)| index as usize + 1);
        for index in innermost..dropped {
            let data = &mut self.tree.nodes[index];
            if data.is_container() && data.link > most {
                data.link = most;
                data.flags |= BROKEN;
                let end = self.tree.nodes.end(index).min(from);
                self.tree.nodes.set_end(index, end);
            }
        }
        for open in 0..self.open.len() {
            let (index, _) = self.open[open];
            let inner = self.open.get(open + 1).map(|&(index, _)| index as usize);
            let (mut child, mut children) = (index as usize + 1, 0);
            while child < dropped {
                children += 1;
                if inner == Some(child) {
                    break;
                }
                child = self.tree.nodes[child].next(child);
            }
            self.open[open].1 = children;
        }
    }

    /// Drops all nodes but the first `count`.
    fn truncate(&mut self, count: usize) {
        let most = number(count);
        self.tree.nodes.truncate(count);
        self.tree.copies.retain(|copy| copy.first < most);
        self.tree.anchored.retain(|carried| carried.node < most);
        self.tree.tagged.retain(|carried| carried.node < most);
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            nodes: self.tree.nodes.len(),
            copies: self.tree.copies.len(),
            comments: self.tree.comments.len(),
            anchored: self.tree.anchored.len(),
            tagged: self.tree.tagged.len(),
            open: self.open.clone(),
        }
    }

    pub(super) fn go_back(&mut self, mark: &Mark) {
        self.tree.nodes.truncate(mark.nodes);
        self.tree.copies.truncate(mark.copies);
        self.tree.comments.truncate(mark.comments);
        self.tree.anchored.truncate(mark.anchored);
        self.tree.tagged.truncate(mark.tagged);
        self.open.clone_from(&mark.open);
        for &(index, _) in &self.open {
            self.tree.nodes[index as usize].link = 0;
        }
    }

    // ── for XML ──

    /// Adds a string that is written at bytes `start..end`.
    pub fn text(&mut self, text: &str, range: (u32, u32)) {
        self.scalar(text, range, Style::DoubleQuoted, Tag::None);
    }

    /// Adds the name of an attribute, which is written at bytes `start..end`; its value follows.
    pub fn attribute(&mut self, name: &str, range: (u32, u32)) {
        self.scalar(name, range, ATTRIBUTE, Tag::None);
    }

    /// Opens the map of an element at byte `start`.
    pub fn begin_element(&mut self, start: u32) {
        self.begin(Kind::Mapping, Style::Flow, start);
    }

    /// Closes the map of the innermost element at byte `end`.
    pub fn end_element(&mut self, end: u32) {
        if let Some(&(index, _)) = self.open.last() {
            self.close();
            self.tree.nodes.set_end(index as usize, end);
        }
    }

    /// Adds the text of a comment at bytes `start..end`.
    pub fn comment(&mut self, range: (u32, u32)) {
        self.tree.comments.push(range);
    }

    /// The finished tree of a file that could not be read.
    #[must_use]
    pub fn finish_damaged(mut self) -> Tree {
        self.tree.damaged = true;
        self.finish()
    }

    // ── for dialects ──

    /// Adds a string scalar that stands for `original`.
    pub fn lowered_string(&mut self, text: &str, original: impl Into<Original>) {
        self.lowered_scalar(text, Style::DoubleQuoted, original.into());
    }

    /// Adds a plain scalar, such as a number, that stands for `original`.
    pub fn lowered_plain(&mut self, text: &str, original: impl Into<Original>) {
        self.lowered_scalar(text, Style::Plain, original.into());
    }

    fn lowered_scalar(&mut self, text: &str, style: Style, original: Original) {
        let index = self.scalar(text, (original.span.start, original.span.end), style, Tag::None);
        self.tree.nodes[index].flags |= LOWERED;
        self.note_original(original, index);
    }

    /// Adds a node in place of `original`, which was reported.
    pub fn lowered_invalid(&mut self, original: impl Into<Original>) {
        let original = original.into();
        let index = self.tree.nodes.len();
        self.invalid(original.span.start, original.span.end);
        self.note_original(original, index);
    }

    /// Opens a map that stands for `original`; close it with [`Builder::close`].
    pub fn lowered_mapping(&mut self, original: impl Into<Original>) {
        self.lowered_container(Kind::Mapping, Style::Flow, original);
    }

    /// Opens a list or map that stands for `original`; close it with [`Builder::close`].
    pub fn lowered_container(&mut self, kind: Kind, style: Style, original: impl Into<Original>) {
        let original = original.into();
        let index = self.begin(kind, style, original.span.start);
        self.tree.nodes[index].flags |= LOWERED;
        self.tree.nodes.set_end(index, original.span.end);
        self.note_original(original, index);
    }

    fn note_original(&mut self, original: Original, index: usize) {
        match original.node {
            Some(node) => self.origins.add_copies(self.source_origins.as_deref(), index, node, 1),
            None => self.origins.add_none(index),
        }
    }

    /// The id that the next node will have.
    #[must_use]
    pub fn next_id(&self) -> NodeId {
        NodeId::new(self.tree.nodes.len())
    }

    /// Opens a copy of the container `node` of another tree; close it with [`Builder::close`].
    pub fn open_like(&mut self, node: YamlNode<'_>) {
        let index = self.push(node.data().with_link(0), node.span().end);
        self.origins.add_copies(self.source_origins.as_deref(), index, node.id(), 1);
        self.note_carried(node, index);
        self.open.push((number(index), 0));
    }

    /// Closes the innermost container; its span stays.
    pub fn close(&mut self) {
        if let Some((index, _)) = self.open.pop() {
            self.tree.nodes[index as usize].link = number(self.tree.nodes.len());
        }
    }

    /// Appends `node` of another tree of the same file, with everything below it.
    pub fn copy(&mut self, node: YamlNode<'_>) {
        let source = node.tree();
        let (first, next) = (node.id().index(), node.next());
        self.count_child();
        let to = self.tree.nodes.len();
        self.origins.add_copies(self.source_origins.as_deref(), to, node.id(), next - first);
        let plain = source.anchored.is_empty() && source.tagged.is_empty() && source.copies.is_empty();
        for index in first..next {
            let data = &source.nodes[index];
            let link = if data.is_container() {
                number(data.next(index) - first + to)
            } else if self.same_symbols {
                data.link
            } else {
                self.tree.symbols.intern(source.symbols.text(data.symbol()), data.start).0
            };
            self.tree.nodes.push_copy(Some(&source.nodes), index, link);
            if !plain {
                let copied = self.tree.nodes.len() - 1;
                self.note_carried(source.node(NodeId::new(index)), copied);
            }
        }
    }

    fn note_carried(&mut self, from: YamlNode<'_>, index: usize) {
        let index = number(index);
        if let Some(span) = from.anchor() {
            self.tree.anchored.push(Carried { node: index, start: span.start, end: span.end });
        }
        if let Some(span) = from.tag() {
            self.tree.tagged.push(Carried { node: index, start: span.start, end: span.end });
        }
        if let Some(used) = from.used_at() {
            let used = (used.start, used.end);
            match self.tree.copies.last_mut() {
                Some(last) if last.used == used && last.next == index => last.next += 1,
                _ => self.tree.copies.push(Copied { first: index, next: index + 1, used }),
            }
        }
    }

    /// The finished tree. Containers that are still open are closed.
    #[must_use]
    pub fn finish(mut self) -> Tree {
        while !self.open.is_empty() {
            self.close();
        }
        if self.rewrites {
            self.tree.origins = Some(Box::new(self.origins.finish()));
        }
        self.tree.nodes.shrink_to_fit();
        self.tree.comments.shrink_to_fit();
        self.tree.symbols.shrink();
        self.tree
    }
}

pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
