//! Finds texts between typographic quotes, which are part of the text.

use crate::diagnostics::{Diagnostic, rules};

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

/// Returns the findings about the texts of a tree.
pub(super) fn review(tree: &Tree) -> Vec<Diagnostic> {
    if tree.source().is_ascii() || !tree.source().contains(OPENING) {
        return Vec::new();
    }
    let written = tree.nodes().filter(|node| node.used_at().is_none());
    let inside = written.filter_map(|node| Some((node, inside_typographic_quotes(node)?)));
    inside.map(|(node, inner)| rules::typographic_quotes::new(node.span(), &quoted(inner))).collect()
}
