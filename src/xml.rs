//! Parses bytes to a tree: XML with exact spans.
//!
//! Input: the text of one XML file. Output: a [`Tree`] as the parser of YAML makes it, and diagnostics of area
//! T12. Knows nothing about TOSCA.
//!
//! The tree is a map with one entry, the root element. The key of an element is its name, its value a string,
//! or a map of its attributes (`YamlNode::is_attribute`), its text (`#text`) and the elements in it, which may repeat, in
//! this order. Names in the namespace of the root are local names; others, and the name of the root, start with their
//! namespace in braces. A namespace that an element declares is an attribute `xmlns` or `xmlns:prefix`.
//!
//! A document type is refused, so that there are no entities to expand or to fetch.
//!
//! The common subset of XML is read by the [reader] of this module, in one pass. Everything else, including errors, is
//! read by `roxmltree` from the start of the text.

mod decode;
mod element;
mod encoding;
mod problems;
mod reader;

use std::sync::Arc;

use roxmltree::{Document, ParsingOptions};

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::host::Limits;
use crate::yaml::{self, Builder, Tree};

pub(crate) use decode::{begins_as_xml, decode, looks_like_xml};

/// Decodes the bytes of a file in XML or YAML.
#[must_use]
pub(crate) fn decode_any(bytes: Vec<u8>, file: FileId) -> (String, Vec<Diagnostic>) {
    let decoded = decode(&bytes);
    let is_utf_16 = decoded.is_some();
    let (text, mut diagnostics) = yaml::decode(decoded.unwrap_or(bytes), file);
    diagnostics.extend(encoding::report(&text, is_utf_16, file));
    (text, diagnostics)
}

/// Parses a text as XML or YAML, whichever its first character shows.
#[must_use]
pub(crate) fn parse_any(text: &Arc<String>, file: FileId, limits: &Limits) -> (Tree, Vec<Diagnostic>) {
    if looks_like_xml(text) { parse(text, file, limits) } else { yaml::parse(text, file, limits) }
}

/// Parses `text`, the whole text of `file`. Only the first error is reported; then the tree is empty.
#[must_use]
pub(crate) fn parse(text: &Arc<String>, file: FileId, limits: &Limits) -> (Tree, Vec<Diagnostic>) {
    match parse_everyday(text, file, limits) {
        Some(tree) => (tree, Vec::new()),
        None => parse_document(text, file, limits),
    }
}

/// Parses `text` with the [reader] of everyday XML alone, or returns `None` if it needs the parser.
#[doc(hidden)]
#[must_use]
pub fn parse_everyday(text: &Arc<String>, file: FileId, limits: &Limits) -> Option<Tree> {
    reader::read(text, file, limits)
}

/// Parses `text` like [`parse`], with the parser alone.
#[doc(hidden)]
#[must_use]
pub fn parse_document(text: &Arc<String>, file: FileId, limits: &Limits) -> (Tree, Vec<Diagnostic>) {
    let failed = |diagnostic| (Builder::reading_xml(text, file).finish_damaged(), vec![diagnostic]);
    if let Some(problem) = problems::too_large(text, file, limits.depth) {
        return failed(problem);
    }
    let options = ParsingOptions {
        nodes_limit: u32::try_from(limits.nodes).unwrap_or(u32::MAX),
        ..ParsingOptions::default()
    };
    match Document::parse_with_options(text, options) {
        Ok(document) => (element::build(&document, text, file), Vec::new()),
        Err(error) => failed(problems::report(&error, text, file)),
    }
}
