//! The elements of files that findings are about.

use rustc_hash::FxHashMap;

use crate::base::{FileId, Span};
use crate::load::FileGraph;
use crate::yaml::{Node, Places};

/// Finds the element of its file that a span is in.
pub(crate) struct Elements<'a> {
    /// `None` if texts were read alone.
    graph: Option<&'a FileGraph>,
    files: FxHashMap<FileId, Places<'a>>,
}

impl<'a> Elements<'a> {
    /// The elements of the files of `graph`.
    pub(crate) fn new(graph: Option<&'a FileGraph>) -> Self {
        Self { graph, files: FxHashMap::default() }
    }

    /// Returns the keys that lead to the start of `span`, the outermost first.
    pub(crate) fn keys(&mut self, span: Span) -> Vec<Node<'a>> {
        let Some(file) = self.graph.and_then(|graph| graph.get(span.file)) else { return Vec::new() };
        let places = self.files.entry(span.file).or_insert_with(|| Places::new(file.tree()));
        let mut keys: Vec<Node<'_>> = places.around(span.start).filter_map(|node| places.key(node)).collect();
        keys.reverse();
        // Of keys that stand for the same text, those that were made of it say nothing new.
        keys.dedup_by_key(|key| key.span());
        keys
    }

    /// Returns the names of these keys as the author wrote them.
    pub(crate) fn names(&mut self, span: Span) -> Vec<&'a str> {
        self.keys(span).into_iter().map(written).collect()
    }
}

/// Returns the name that the author gave a key: another one may stand for it by now.
pub(crate) fn written(key: Node<'_>) -> &str {
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    if key.is_lowered() && is_name(key.written()) { key.written() } else { key.text() }
}
