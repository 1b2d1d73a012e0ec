//! Adds comments that suppress the current findings.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::{FileId, Source};
use crate::diagnostics::Diagnostic;
use crate::load::File;
use crate::yaml::{Kind, NodePositions, YamlNode};

use super::Analysis;

/// A file with new comments.
#[derive(Debug)]
pub struct Edited {
    /// The file.
    pub id: FileId,
    /// Its new text.
    pub text: String,
    /// How many comments were added.
    pub comments: usize,
}

/// Returns the files of `analysis` with comments added that suppress their findings, all for one reason.
/// Files outside of the repository and of the working directory belong to others: they are edited only if
/// they were asked for.
#[must_use]
pub fn edit(analysis: &Analysis, reason: &str) -> Vec<Edited> {
    let mut by_file: FxHashMap<FileId, Vec<&Diagnostic>> = FxHashMap::default();
    for diagnostic in &analysis.diagnostics {
        by_file.entry(diagnostic.primary.span.file).or_default().push(diagnostic);
    }
    let editable =
        analysis.graph.files.iter().filter(|file| !file.is_built_in() && is_editable(analysis, file));
    editable
        .filter_map(|file| {
            let diagnostics = by_file.get(&file.id)?;
            let source = analysis.sources().get(file.id);
            with_comments(file, source, diagnostics, reason)
        })
        .collect()
}

pub(super) fn is_editable(analysis: &Analysis, file: &File) -> bool {
    let is_inside = |root: &camino::Utf8PathBuf| file.identity.starts_with(root);
    // The copy of a file at a URL stays as it is.
    file.home.is_some() && (file.is_requested || analysis.repository.as_ref().is_some_and(is_inside))
}

/// Returns a text with a comment added before each entry that contains findings.
fn with_comments(file: &File, source: &Source, diagnostics: &[&Diagnostic], reason: &str) -> Option<Edited> {
    let tree = file.parsed().written();
    tree.root()?;
    let positions = NodePositions::new(tree);
    // The comment goes before the line; each rule is listed once, in the order of the findings.
    let mut slugs_by_line: BTreeMap<usize, Vec<&'static str>> = BTreeMap::new();
    for diagnostic in diagnostics {
        let line = comment_line(&positions, source, diagnostic.primary.span.start);
        let slugs = slugs_by_line.entry(line).or_default();
        if !slugs.contains(&diagnostic.rule.name) {
            slugs.push(diagnostic.rule.name);
        }
    }
    let mut text = String::with_capacity(source.text.len() + slugs_by_line.len() * 80);
    let mut copied = 0;
    let comments = slugs_by_line.len();
    for (line, slugs) in slugs_by_line {
        let (start, comment) = comment_before(source, line, &slugs, reason);
        text.push_str(&source.text[copied..start]);
        text.push_str(&comment);
        copied = start;
    }
    text.push_str(&source.text[copied..]);
    Some(Edited { id: file.id, text, comments })
}

/// Returns the byte at which a comment that suppresses a rule for the entry around `offset` is inserted, and the
/// comment with its line end. `None` if the file has no content.
#[must_use]
pub fn comment(
    file: &File,
    source: &Source,
    offset: u32,
    rule: &str,
    reason: &str,
) -> Option<(usize, String)> {
    let tree = file.parsed().written();
    tree.root()?;
    let line = comment_line(&NodePositions::new(tree), source, offset);
    Some(comment_before(source, line, &[rule], reason))
}

/// Returns the start of a line, and a comment to insert there.
fn comment_before(source: &Source, line: usize, slugs: &[&str], reason: &str) -> (usize, String) {
    let line_end = if source.text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut start = source.lines().line_start(line) as usize;
    if start == 0 && source.text.starts_with('\u{feff}') {
        start = '\u{feff}'.len_utf8();
    }
    let from_line = &source.text[start..];
    let indent = &from_line[..from_line.len() - from_line.trim_start_matches(' ').len()];
    (start, format!("{indent}# tosca: allow[{}] {reason}{line_end}", slugs.join(", ")))
}

/// Returns the line before which the comment goes: the first line of the innermost entry or item around
/// `offset` that begins its line, or the first line of the file if there is no such entry.
fn comment_line(positions: &NodePositions<'_>, source: &Source, offset: u32) -> usize {
    let lines = source.lines();
    let line_if_first = |start: u32| {
        let line = lines.line_of(start);
        let before = &source.text[lines.line_start(line) as usize..start as usize];
        // A list item has its `-` before it.
        before.chars().all(|c| matches!(c, ' ' | '-')).then_some(line)
    };
    let first = positions.enclosing(0).last().map_or(0, |root| lines.line_of(root.span().start));
    let enclosing: Vec<YamlNode<'_>> = positions.enclosing(offset).collect();
    for node in enclosing {
        let is_item = positions.parent(node).is_some_and(|parent| parent.kind() == Kind::Sequence);
        let start = match positions.key(node) {
            Some(key) => key.span().start,
            None if is_item => node.span().start,
            None => continue,
        };
        if let Some(line) = line_if_first(start) {
            // A comment before the first entry applies to the whole file.
            return if line == first { 0 } else { line };
        }
    }
    0
}
