//! Comments that allow what was found, written where they hide it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::{FileId, Source};
use crate::diagnostics::Diagnostic;
use crate::load::File;
use crate::yaml::{Kind, Node, Places};

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

/// The files of `analysis` with comments that hide its findings, all for one reason. Files outside of the
/// repository, and of the working directory, are other people's: only those that were asked for are edited.
#[must_use]
pub fn edit(analysis: &Analysis, reason: &str) -> Vec<Edited> {
    let mut by_file: FxHashMap<FileId, Vec<&Diagnostic>> = FxHashMap::default();
    for found in &analysis.diagnostics {
        by_file.entry(found.primary.span.file).or_default().push(found);
    }
    let own = analysis.graph.files.iter().filter(|file| !file.is_built_in() && is_own(analysis, file));
    own.filter_map(|file| {
        let found = by_file.get(&file.id)?;
        let source = analysis.sources().get(file.id);
        edited(file, source, found, reason)
    })
    .collect()
}

fn is_own(analysis: &Analysis, file: &File) -> bool {
    let is_inside = |root: &camino::Utf8PathBuf| file.identity.starts_with(root);
    file.asked_for || analysis.repository.as_ref().is_some_and(is_inside)
}

/// A text with comments above the entries that findings are in.
fn edited(file: &File, source: &Source, found: &[&Diagnostic], reason: &str) -> Option<Edited> {
    let tree = file.parsed().written();
    tree.root()?;
    let places = Places::new(tree);
    // By the line to write above, each code once, in the order of the findings.
    let mut wanted: BTreeMap<usize, Vec<&'static str>> = BTreeMap::new();
    for found in found {
        let line = line_for(&places, source, found.primary.span.start);
        let slugs = wanted.entry(line).or_default();
        if !slugs.contains(&found.code.slug) {
            slugs.push(found.code.slug);
        }
    }
    let lines = source.lines();
    let mut text = String::with_capacity(source.text.len() + wanted.len() * 80);
    let mut done = 0;
    let end = if source.text.contains("\r\n") { "\r\n" } else { "\n" };
    let comments = wanted.len();
    for (line, slugs) in wanted {
        let mut start = lines.line_start(line) as usize;
        if start == 0 && source.text.starts_with('\u{feff}') {
            start = '\u{feff}'.len_utf8();
        }
        text.push_str(&source.text[done..start]);
        let rest = &source.text[start..];
        let indent = &rest[..rest.len() - rest.trim_start_matches(' ').len()];
        text.extend([indent, "# tosca: allow[", &slugs.join(", "), "] ", reason, end]);
        done = start;
    }
    text.push_str(&source.text[done..]);
    Some(Edited { id: file.id, text, comments })
}

/// The line of the innermost entry or item around `offset` that begins its line; the first line, for the
/// whole file, where there is none.
fn line_for(places: &Places<'_>, source: &Source, offset: u32) -> usize {
    let lines = source.lines();
    let begins = |start: u32| {
        let line = lines.line_of(start);
        let before = &source.text[lines.line_start(line) as usize..start as usize];
        // An item has its `-` before it.
        before.chars().all(|c| matches!(c, ' ' | '-')).then_some(line)
    };
    let first = places.around(0).last().map_or(0, |root| lines.line_of(root.span().start));
    let around: Vec<Node<'_>> = places.around(offset).collect();
    for node in around {
        let is_item = places.parent(node).is_some_and(|parent| parent.kind() == Kind::Sequence);
        let start = match places.key(node) {
            Some(key) => key.span().start,
            None if is_item => node.span().start,
            None => continue,
        };
        if let Some(line) = begins(start) {
            // Above the first entry stands what is for the whole file.
            return if line == first { 0 } else { line };
        }
    }
    0
}
