//! Finds texts between typographic quotes, which are part of the text, and invisible characters in texts.

use std::borrow::Cow;

use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix, rules};

use super::builder::number;
use super::print::quoted;
use super::tree::{Kind, Style, Tree, YamlNode};

const OPENING: [char; 4] = ['“', '„', '«', '‘'];
const CLOSING: [char; 4] = ['”', '“', '»', '’'];

/// Returns the text between typographic quotes if a scalar without other quotes starts and ends with them.
#[must_use]
pub fn inside_typographic_quotes(node: YamlNode<'_>) -> Option<&str> {
    if node.kind() != Kind::Scalar || node.style() != Style::Plain {
        return None;
    }
    let inner = node.text().strip_prefix(OPENING)?.strip_suffix(CLOSING)?;
    (!inner.contains(OPENING) && !inner.contains(CLOSING)).then_some(inner)
}

/// Whether a character has no width: it joins, separates or directs others, which is of no use in ASCII.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' )
}

/// Returns the text that is seen: one in ASCII without invisible characters.
pub(super) fn seen(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || text.chars().any(|letter| !letter.is_ascii() && !is_invisible(letter)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(char::is_ascii).collect())
}

/// Whether a text is read without some of its characters, unless they are escapes.
pub(super) fn has_invisible(text: &str) -> bool {
    matches!(seen(text), Cow::Owned(_))
}

/// Returns the finding about the invisible characters in texts of a tree, if there are any.
fn invisible(tree: &Tree) -> Option<Diagnostic> {
    let text = tree.source();
    if text.is_ascii() || !text.contains(is_invisible) {
        return None;
    }
    let is_written = |node: &YamlNode<'_>| {
        node.kind() == Kind::Scalar
            && !matches!(node.style(), Style::Literal | Style::Folded)
            && node.used_at().is_none()
            && matches!(seen(node.written()), Cow::Owned(_))
    };
    let nodes: Vec<_> = tree.nodes().filter(is_written).collect();
    let first = *nodes.first()?;
    let (letter, mut edits) = (first.written().chars().find(|letter| is_invisible(*letter))?, Vec::new());
    for node in &nodes {
        for (index, found) in node.written().char_indices().filter(|(_, letter)| is_invisible(*letter)) {
            let start = node.span().start + number(index);
            let end = start + number(found.len_utf8());
            edits.push(Edit::new(Span { start, end, ..node.span() }, ""));
        }
    }
    let is_prose = |node: &YamlNode<'_>| node.text().trim().contains(char::is_whitespace);
    let are_prose = nodes.iter().all(is_prose);
    let seen = seen(first.text().trim());
    let mut diagnostic =
        rules::invisible_character::new(first.span(), &seen, letter, edits.len() - 1, are_prose);
    diagnostic.fixes.push(Fix::safe("remove the invisible characters", edits));
    Some(diagnostic)
}

/// Returns the findings about the texts of a tree.
pub(super) fn review(tree: &Tree) -> Vec<Diagnostic> {
    let mut diagnostics = quotes(tree);
    diagnostics.extend(invisible(tree));
    diagnostics
}

/// Returns the findings about typographic quotes.
fn quotes(tree: &Tree) -> Vec<Diagnostic> {
    if tree.source().is_ascii() || !tree.source().contains(OPENING) {
        return Vec::new();
    }
    let written = tree.nodes().filter(|node| node.used_at().is_none());
    let inside = written.filter_map(|node| Some((node, inside_typographic_quotes(node)?)));
    inside.map(|(node, inner)| rules::typographic_quotes::new(node.span(), &quoted(inner))).collect()
}
