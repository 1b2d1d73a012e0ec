//! Finds the entries of maps around a place.
//!
//! Input: the files. Output: for a span, the entries that contain it. The entries of a long map are looked at once: each
//! further search in it takes logarithmic time.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::load::FileGraph;
use crate::yaml::{NodeId, YamlNode};

/// An entry of a map: its key and value.
pub(super) type KeyAndValue<'g> = (YamlNode<'g>, YamlNode<'g>);

/// The maximum number of nodes in a map or list whose parts are looked at one by one.
const MAX_SCANNED_NODES: usize = 256;

/// The files, and the tables of what was searched.
pub(super) struct Around<'g> {
    pub(super) graph: &'g FileGraph,
    /// The parts of long maps and lists.
    parts: RefCell<FxHashMap<(FileId, NodeId), Parts<'g>>>,
    /// The starts of all nodes of a file, in ascending order.
    starts: RefCell<FxHashMap<FileId, Rc<[u32]>>>,
}

/// The parts of a map or list with their locations in ascending order, or `None` if they overlap or are not in the order
/// of the text.
type Parts<'g> = Option<Rc<[Part<'g>]>>;

/// An entry of a map, or an item of a list, which is key and value at once.
#[derive(Clone, Copy)]
struct Part<'g> {
    start: u32,
    end: u32,
    entry: KeyAndValue<'g>,
}

impl<'g> Part<'g> {
    fn of_entry((key, value): KeyAndValue<'g>) -> Self {
        let (at, end) = (key.span(), value.span().end);
        Self { start: at.start, end: end.max(at.end), entry: (key, value) }
    }

    fn of_item(item: YamlNode<'g>) -> Self {
        let at = item.span();
        Self { start: at.start, end: at.end, entry: (item, item) }
    }

    fn contains(&self, span: Span) -> bool {
        self.start <= span.start && span.end <= self.end
    }
}

impl<'g> Around<'g> {
    pub(super) fn new(graph: &'g FileGraph) -> Self {
        Self { graph, parts: RefCell::default(), starts: RefCell::default() }
    }

    /// Returns the root of a file.
    pub(super) fn root(&self, file: FileId) -> Option<YamlNode<'g>> {
        self.graph.files.get(file.index()).and_then(|file| file.tree().root())
    }

    /// Returns the entries of maps that contain `span`, outermost first.
    pub(super) fn entries(&self, span: Span) -> Vec<KeyAndValue<'g>> {
        let mut around = Vec::new();
        let mut next = self.root(span.file);
        while let Some(entry) = next.and_then(|section| self.entry_at(section, span)) {
            around.push(entry);
            next = Some(entry.1);
        }
        around
    }

    /// Returns the entry of a map, or of a list of maps, that contains `span`.
    fn entry_at(&self, section: YamlNode<'g>, span: Span) -> Option<KeyAndValue<'g>> {
        if section.is_mapping() {
            return self.part_at(section, span);
        }
        if self.parts(section).is_some() {
            return self.part_at(section, span).and_then(|(item, _)| self.part_at(item, span));
        }
        let items = section.items().filter(|item| Part::of_item(*item).contains(span));
        items.filter(|item| item.is_mapping()).find_map(|item| self.part_at(item, span))
    }

    /// Returns the first part of a map or list that contains `span`.
    fn part_at(&self, section: YamlNode<'g>, span: Span) -> Option<KeyAndValue<'g>> {
        match self.parts(section) {
            Some(parts) => {
                let next = parts.partition_point(|part| part.start <= span.start);
                let part = next.checked_sub(1).and_then(|last| parts.get(last))?;
                part.contains(span).then_some(part.entry)
            }
            None => parts_of(section).find(|part| part.contains(span)).map(|part| part.entry),
        }
    }

    /// Returns the last of the entries of a map that start before `offset`; those after an entry that starts later do
    /// not count.
    pub(super) fn entry_before(&self, map: YamlNode<'g>, offset: u32) -> Option<KeyAndValue<'g>> {
        match self.parts(map).filter(|_| map.is_mapping()) {
            Some(parts) => {
                let next = parts.partition_point(|part| part.start < offset);
                next.checked_sub(1).and_then(|last| parts.get(last)).map(|part| part.entry)
            }
            None => map.entries().take_while(|(key, _)| key.span().start < offset).last(),
        }
    }

    /// Returns the first start of a node of a file after `offset`.
    pub(super) fn next_start(&self, file: FileId, offset: u32) -> Option<u32> {
        let starts = Rc::clone(self.starts.borrow_mut().entry(file).or_insert_with(|| {
            let nodes = self.graph.files.get(file.index()).into_iter().flat_map(|file| file.tree().nodes());
            let mut starts: Vec<u32> = nodes.map(|node| node.span().start).collect();
            starts.sort_unstable();
            starts.into()
        }));
        starts.get(starts.partition_point(|start| *start <= offset)).copied()
    }

    /// Returns the table of the parts of a map or list, if it is long and in order.
    fn parts(&self, section: YamlNode<'g>) -> Parts<'g> {
        if section.next() - section.id().index() <= MAX_SCANNED_NODES {
            return None;
        }
        let key = (section.tree().file(), section.id());
        let mut tables = self.parts.borrow_mut();
        let table = tables.entry(key).or_insert_with(|| {
            let parts: Rc<[Part<'g>]> = parts_of(section).collect();
            parts.windows(2).all(|pair| pair[0].end < pair[1].start).then_some(parts)
        });
        table.clone()
    }
}

/// The entries of a map, or the items of a list.
fn parts_of(section: YamlNode<'_>) -> impl Iterator<Item = Part<'_>> {
    section.entries().map(Part::of_entry).chain(section.items().map(Part::of_item))
}
