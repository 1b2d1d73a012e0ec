//! The elements of files that findings are about.

use crate::base::{FileId, Span};
use crate::load::FileGraph;
use crate::yaml::{NodePositions, YamlNode};

/// Finds the element of its file that a span is in.
///
/// Findings come file by file: only the table of the file that was asked about last is kept.
pub(crate) struct Elements<'a> {
    /// `None` if texts were read alone.
    graph: Option<&'a FileGraph>,
    last: Option<(FileId, NodePositions<'a>)>,
}

impl<'a> Elements<'a> {
    /// The elements of the files of `graph`.
    pub(crate) fn new(graph: Option<&'a FileGraph>) -> Self {
        Self { graph, last: None }
    }

    /// Returns the keys that lead to the start of `span`, the outermost first.
    pub(crate) fn keys(&mut self, span: Span) -> Vec<YamlNode<'a>> {
        let Some(positions) = self.positions(span.file) else { return Vec::new() };
        let text = positions.tree().source();
        let enclosing =
            positions.enclosing(span.start).filter(|node| contains(text, positions, *node, span.start));
        let mut keys: Vec<YamlNode<'_>> = enclosing.filter_map(|node| positions.key(node)).collect();
        keys.reverse();
        // A dialect may make several keys of one text: only the first one is kept.
        keys.dedup_by_key(|key| key.span());
        keys
    }

    /// Returns the table of a file, or `None` if it has no tree.
    pub(super) fn positions(&mut self, file: FileId) -> Option<&NodePositions<'a>> {
        let tree = self.graph?.get(file)?.tree();
        // The old table is freed before the new one is made.
        self.last = self.last.take().filter(|(last, _)| *last == file);
        Some(&self.last.get_or_insert_with(|| (file, NodePositions::new(tree))).1)
    }

    /// Returns the names of these keys as the author wrote them.
    pub(crate) fn names(&mut self, span: Span) -> Vec<&'a str> {
        self.keys(span).into_iter().map(written).collect()
    }
}

/// Whether a node that starts before `offset` contains it. A comment or a line that cannot be read belongs to the
/// entries that it is indented deeper than.
fn contains<'a>(text: &str, positions: &NodePositions<'a>, node: YamlNode<'a>, offset: u32) -> bool {
    let key = positions.key(node).unwrap_or(node);
    if node.span().end >= offset || key.span().end >= offset {
        return true;
    }
    let line_start = |offset: u32| {
        let before = text.get(..offset as usize).unwrap_or_default();
        before.rfind('\n').map_or(0, |index| index + 1)
    };
    let start = line_start(offset);
    let indentation = text[start..].len() - text[start..].trim_start_matches([' ', '\t']).len();
    let key_line = line_start(key.span().start);
    key_line == start || key.span().start as usize - key_line < indentation
}

/// Returns the name that the author gave a key, even if a dialect replaced it.
pub(crate) fn written(key: YamlNode<'_>) -> &str {
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c));
    if key.is_lowered() && is_name(key.written()) { key.written() } else { key.text() }
}
