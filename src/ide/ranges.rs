//! Ranges of a file that belong together: for folding, and for widening a selection.

use crate::base::{FileId, Span};
use crate::model::Model;
use crate::yaml::{Kind, YamlNode};

/// A range of lines that can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// The range, from the line that stays visible.
    pub span: Span,
    /// Whether it consists of comments.
    pub is_comment: bool,
}

/// Returns the entries, items and comments of a file that have more than one line.
#[must_use]
pub fn folds(model: &Model, file: FileId) -> Vec<Fold> {
    let Some(file) = model.types.graph.get(file) else { return Vec::new() };
    let tree = file.parsed().written();
    let source = file.source();
    let line = |offset: u32| source.lines().line_of(offset);
    let mut folds = Vec::new();
    let mut add = |span: Span, is_comment: bool| {
        // A container ends at the start of what follows it.
        let text = source.text.get(span.range()).unwrap_or("").trim_end();
        let end = span.start + u32::try_from(text.len()).unwrap_or(0);
        if line(end) > line(span.start) {
            folds.push(Fold { span: Span::new(span.file, span.start, end), is_comment });
        }
    };
    for node in tree.nodes().filter(|node| node.used_at().is_none()) {
        for (key, value) in node.entries() {
            add(key.span().to(value.span()), false);
        }
        for item in node.items().filter(|item| item.kind() != Kind::Scalar) {
            add(item.span(), false);
        }
    }
    for span in blocks(tree.comments().collect(), &line) {
        add(span, true);
    }
    folds.sort_unstable();
    folds.dedup_by_key(|fold| line(fold.span.start));
    folds
}

/// Joins comments on lines that follow each other.
fn blocks(comments: Vec<Span>, line: &dyn Fn(u32) -> usize) -> Vec<Span> {
    let mut blocks: Vec<Span> = Vec::new();
    for comment in comments {
        match blocks.last_mut() {
            Some(block) if line(block.end) + 1 >= line(comment.start) && block.end <= comment.start => {
                *block = block.to(comment);
            }
            _ => blocks.push(comment),
        }
    }
    blocks
}

/// Returns the ranges around a byte of a file, from the smallest to the whole document: a scalar, its entry,
/// the map of the entry, and so on.
#[must_use]
pub fn selections(model: &Model, file: FileId, offset: u32) -> Vec<Span> {
    let Some(file) = model.types.graph.get(file) else { return Vec::new() };
    let mut spans = Vec::new();
    let touches = |span: Span| span.start <= offset && offset <= span.end;
    let mut next = file.parsed().written().root();
    while let Some(node) = next.take() {
        spans.push(node.span());
        let entry = node.entries().find(|(key, value)| touches(key.span()) || touches(value.span()));
        if let Some((key, value)) = entry {
            spans.push(key.span().to(value.span()));
            next = Some(if touches(key.span()) { key } else { value });
        } else {
            next = node.items().find(|item: &YamlNode<'_>| touches(item.span()));
        }
    }
    let whole = Span::new(file.id, 0, u32::try_from(file.source().text.len()).unwrap_or(u32::MAX));
    spans.push(whole);
    // Each range contains the one before it, and is larger.
    spans.sort_by_key(|span| (span.len(), std::cmp::Reverse(span.start)));
    spans.dedup();
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        if nested.last().is_none_or(|inner| span.start <= inner.start && inner.end <= span.end) {
            nested.push(span);
        }
    }
    nested
}
