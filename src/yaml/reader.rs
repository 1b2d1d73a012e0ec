//! A reader for everyday YAML, several times as fast as the parser of [`events`](super::events).
//!
//! Everyday YAML is the language below. Each production is a method of [`Reader`] with the same name. Text
//! that is not in the language, or is ambiguous, ends the reading with a [`Fallback`]: then the parser reads
//! the whole text from its start. So this reader reports no errors, and its result is the same as that of the
//! parser: the same tree, comments and diagnostics. Tests compare both (`grammar-tests/suite/readers.rs`).
//!
//! ```text
//! document      = gap [ "---" gap ] ( map(c) | list(c) ) end          c: column of the first key or dash
//!
//! map(c)        = ( key spaces ":" value(c) )+                        keys in column c
//! key           = plain-line | quoted                                 in one line, at most 1000 bytes
//! list(c)       = ( "-" value(c) )+                                   dashes in column c
//! value(c)      = spaces inline                                       in the line of the key or dash
//!               | [ spaces anchor ] gap node                          below, deeper than column c
//!               | gap list(c)                                         below a key only
//!               | gap                                                 nothing: the next line is not deeper
//! inline        = map(d) | list(d)                                    after a dash only, d: column of its start
//!               | anchor spaces leaf
//!               | leaf
//! node          = map(d) | list(d) | leaf
//! leaf          = ( alias | quoted | flow ) gap | plain | block-scalar
//!
//! plain         = plain-line ( break+ spaces plain-line )* gap        lines deeper than column c
//! plain-line    = first ( any but ": ", " #" )*                       without spaces at its end
//! quoted        = "'" ( any | "''" )* "'"                             lines deeper than column c
//!               | '"' ( any | "\" ( '"' | "\" | "/" | "n" | "t" | space | break ) )* '"'
//! block-scalar  = ( "|" | ">" ) [ "+" | "-" ] rest ( line break )+ gap
//!
//! flow          = flow-list | flow-map                                all tokens deeper than column c
//! flow-list     = "[" gap [ flow-item gap ( "," gap flow-item gap )* [ "," gap ] ] "]"
//! flow-item     = flow-node | ( flow-plain | quoted ) spaces ":" gap [ flow-node ]
//! flow-map      = "{" gap [ pair gap ( "," gap pair gap )* ] "}"
//! pair          = ( flow-plain | quoted ) [ spaces ":" gap [ flow-node ] ]
//! flow-node     = flow | flow-plain | quoted | alias
//! flow-plain    = first ( any but ":", " #", "," "[" "]" "{" "}" )*   with ":" inside of words
//!
//! anchor, alias = ( "&" | "*" ) ( letter | digit | "_" | "-" )+
//! gap           = ( spaces [ comment ] break )* spaces                a comment follows a space or a break
//! ```
//!
//! Outside of the language are tabs, byte order marks, directives, several documents, tags, complex keys, other
//! escapes and indentation indicators. Nesting is bounded, and so is recursion.

mod block;
mod block_scalar;
mod fallback;
mod flow;
mod gap;
mod plain;
mod quoted;
mod references;

use std::sync::Arc;

use crate::base::FileId;
use crate::diagnostics::Diagnostic;
use crate::host::Limits;

use super::anchors::Anchors;
use super::builder::{Builder, number};
use super::foreign;
use super::keys;
use super::tree::{Kind, Style, Tag, Tree};

pub use fallback::Fallback;

/// The maximum nesting of lists and maps; productions recurse as deep.
const MAX_DEPTH: usize = 64;

/// The result of a production: whether it matched. If not, nothing that was built is used.
type Matched<T = ()> = Result<T, Fallback>;

/// Returns the tree and the diagnostics of `text`, or why it is not everyday YAML.
pub(super) fn read(
    text: &Arc<String>,
    file: FileId,
    limits: &Limits,
) -> Result<(Tree, Vec<Diagnostic>), Fallback> {
    let has_spaces = gap::check_characters(text.as_bytes())?;
    if has_spaces && !foreign::find(text, file).changes.is_empty() {
        return Err(Fallback::Foreign);
    }
    let mut builder = Builder::new(text, file);
    builder.tree.may_have_glued_keys = false;
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        position: 0,
        line: 0,
        last_end: 0,
        builder,
        diagnostics: Vec::new(),
        anchors: Anchors::default(),
        copied: 0,
        scratch: String::new(),
        limits,
    };
    reader.document()?;
    Ok(reader.finish())
}

/// The state of reading a text.
struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    /// The position of the next byte.
    position: usize,
    /// The start of the line of this byte.
    line: usize,
    /// The end of the last scalar, alias, colon, dash or bracket.
    last_end: u32,
    builder: Builder,
    diagnostics: Vec<Diagnostic>,
    anchors: Anchors,
    /// The number of nodes that come from aliases and merge keys.
    copied: usize,
    /// The text of a scalar that differs from its written form.
    scratch: String,
    limits: &'t Limits,
}

/// A scalar that was scanned and is not yet in the tree.
struct Scalar {
    start: usize,
    end: usize,
    style: Style,
    /// Whether it has a bracket or comma, in a plain scalar in block style.
    has_flow_indicator: bool,
    /// Whether its text is in `Reader::scratch`, because it differs from its written form.
    is_rewritten: bool,
}

impl Reader<'_> {
    fn document(&mut self) -> Matched {
        self.gap();
        if self.is_document_marker() {
            if !self.rest().starts_with(b"---") {
                return Err(Fallback::Documents);
            }
            self.position += 3;
            self.last_end = number(self.position);
            self.spaces();
            if !self.is_line_end() {
                return Err(Fallback::Documents);
            }
            self.gap();
        }
        if self.is_end() || matches!(self.byte(), b'[' | b'{') {
            return Err(Fallback::Root);
        }
        self.node(0)?;
        if !self.is_end() {
            return Err(if self.is_document_marker() { Fallback::Documents } else { Fallback::Indentation });
        }
        if !self.builder.tree.nodes.first().is_some_and(super::nodes::Data::is_container) {
            return Err(Fallback::Root);
        }
        Ok(())
    }

    /// Opens a list or map that starts at byte `start`.
    fn begin(&mut self, kind: Kind, style: Style, start: usize) -> Matched {
        self.builder.begin(kind, style, number(start));
        if self.builder.open.len() > MAX_DEPTH.min(self.limits.depth) {
            return Err(Fallback::Limits);
        }
        Ok(())
    }

    /// Closes the innermost map.
    fn end_map(&mut self) -> Matched {
        keys::finish_mapping(&mut self.builder, &mut self.diagnostics, &mut self.copied);
        self.check_size()?;
        self.builder.end(self.last_end);
        Ok(())
    }

    /// Closes the innermost list.
    fn end_list(&mut self) -> Matched {
        self.check_size()?;
        self.builder.end(self.last_end);
        Ok(())
    }

    fn check_size(&self) -> Matched {
        let is_too_large =
            self.copied > self.limits.alias_nodes || self.builder.tree.nodes.len() > self.limits.nodes;
        if is_too_large { Err(Fallback::Limits) } else { Ok(()) }
    }

    /// Adds `scalar` to the tree.
    fn push(&mut self, scalar: &Scalar) {
        let Scalar { start, end, style, is_rewritten, has_flow_indicator: _ } = *scalar;
        let span = (number(start), number(end));
        self.last_end = span.1;
        let text = match style {
            _ if is_rewritten => self.scratch.as_str(),
            Style::Plain => &self.text[start..end],
            _ => &self.text[start + 1..end - 1],
        };
        self.builder.scalar(text, span, style, Tag::None);
    }

    /// Adds a missing value after a colon or dash.
    fn push_missing(&mut self) {
        self.builder.scalar("", (self.last_end, self.last_end), Style::Plain, Tag::None);
    }

    fn finish(mut self) -> (Tree, Vec<Diagnostic>) {
        self.anchors.report_unused(self.builder.tree.file, &mut self.diagnostics);
        let mut tree = self.builder.finish();
        tree.rewritten = false;
        (tree, self.diagnostics)
    }
}
