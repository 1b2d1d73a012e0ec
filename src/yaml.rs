//! Parses bytes to a tree: YAML 1.2 with exact spans.
//!
//! Input: the bytes of one file. Output: a [`Tree`] (a preorder arena of small nodes with byte spans, aliases
//! and merge keys expanded, comments kept) and diagnostics of area T01. Parsing never fails: a file that is
//! not YAML gives an empty tree and a diagnostic; after a syntax error, parsing resumes at the next line that
//! fits an open map or list. Knows nothing about TOSCA.
//!
//! The common subset of YAML is read by the [reader] of this module, in one pass. Everything else, including
//! errors, is read by `saphyr-parser` from the start of the text, and [events] repairs its spans. After an edit, only
//! the entry around it is read [again] where that is enough. Recursion on the depth of the input is bounded.

mod again;
mod anchors;
mod block_text;
mod brackets;
mod builder;
mod cut;
mod decode;
mod difference;
mod equality;
mod events;
mod foreign;
mod gaps;
mod glued;
mod index;
mod input;
mod keys;
mod nodes;
mod offsets;
mod origins;
mod patches;
mod positions;
mod print;
mod printer;
mod problems;
mod reader;
mod recover;
mod report;
mod scalar;
mod tree;
mod typography;
mod unindented;
mod words;

use std::cell::Cell;
use std::sync::Arc;

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::host::Limits;

pub use builder::Builder;
pub use cut::cut;
pub use decode::decode;
pub use difference::first_difference;
pub use equality::hold_the_same;
pub use glued::GluedKey;
pub use index::NodeIndex;
pub use origins::Original;
pub use positions::NodePositions;
pub use print::{plain, plain_in_block, quoted};
pub use printer::{PatchNote, print, print_patched, print_rewritten, print_within};
pub use problems::entry_with_colon;
pub use reader::Fallback;
pub use report::report;
pub use scalar::{Scalar, looks_like_yaml_1_1, resolve_plain, value_in_yaml_1_1};
pub use tree::{Entries, Items, Kind, NodeId, SourceNode, Style, Tag, Tree, YamlNode};
pub use typography::inside_typographic_quotes;
pub use words::WORDS;

thread_local! {
    static PARSED: Cell<usize> = const { Cell::new(0) };
}

/// The number of texts that this thread has parsed, for tests of what a command may cost.
#[doc(hidden)]
#[must_use]
pub fn parsed_in_thread() -> usize {
    PARSED.get()
}

/// Parses `text`, the whole text of `file` as `decode` returned it.
#[must_use]
pub fn parse(text: &Arc<String>, file: FileId, limits: &Limits) -> (Tree, Vec<Diagnostic>) {
    PARSED.set(PARSED.get() + 1);
    let read = reader::read(text, file, limits);
    let (tree, mut diagnostics) = read.unwrap_or_else(|_| events::read(text, file, limits));
    diagnostics.extend(typography::review(&tree));
    (tree, diagnostics)
}

/// Parses `text` as [`parse`] does, with what it has in common with the text of `old`, which is without errors. Returns
/// `None` if the whole text is to be parsed.
#[must_use]
pub fn parse_again(
    old: &Tree,
    text: &Arc<String>,
    file: FileId,
    limits: &Limits,
) -> Option<(Tree, Vec<Diagnostic>)> {
    let tree = again::parse_again(old, text, file, limits)?;
    PARSED.set(PARSED.get() + 1);
    let diagnostics = typography::review(&tree);
    Some((tree, diagnostics))
}

/// Parses `text` as [`parse`] does, but only with the reader of everyday YAML. The error says what is not
/// everyday.
pub fn parse_everyday(
    text: &Arc<String>,
    file: FileId,
    limits: &Limits,
) -> Result<(Tree, Vec<Diagnostic>), Fallback> {
    reader::read(text, file, limits)
}

/// Parses `text` as [`parse`] does, but only with the events of the parser.
#[doc(hidden)]
#[must_use]
pub fn parse_events(text: &Arc<String>, file: FileId, limits: &Limits) -> (Tree, Vec<Diagnostic>) {
    events::read(text, file, limits)
}
