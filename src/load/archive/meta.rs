//! Reads the lines of a `TOSCA.meta` (TOSCA 2.0 §17.2, A-127): blocks of keynames with values.
//!
//! Input: a text. Output: its pairs with their locations, and findings about its form. The meaning of
//! keynames is not checked.

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};

/// The blocks of the file; the first one is about the archive.
#[derive(Debug, Default)]
pub(super) struct Meta {
    pub(super) blocks: Vec<Vec<Pair>>,
    /// Whether there are malformed lines, so a missing keyname may be on one of them.
    pub(super) is_damaged: bool,
}

/// A keyname and its value.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) name: String,
    pub(super) key: Span,
    /// The value, joined with its continuation lines by single spaces.
    pub(super) value: String,
    /// The span of the value on its first line, without surrounding spaces.
    pub(super) value_span: Span,
    /// The span of the value up to the end of its last continuation line.
    pub(super) whole_span: Span,
}

impl Meta {
    /// The pairs of the first block.
    pub(super) fn block_0(&self) -> &[Pair] {
        self.blocks.first().map_or(&[], Vec::as_slice)
    }

    /// The value of `name` in the first block, or `None` if it is not there.
    pub(super) fn get(&self, name: &str) -> Option<&Pair> {
        self.block_0().iter().find(|pair| pair.name == name && !pair.value.is_empty())
    }
}

/// Returns the file names in a value, which are separated by spaces or in quotes: where each one starts, its length
/// with quotes, and the name, or `None` if a quote is not closed.
pub(super) fn names(value: &str) -> Vec<(usize, usize, Option<&str>)> {
    let mut names = Vec::new();
    let mut position = 0;
    while let Some(skipped) = value[position..].find(|c: char| !c.is_whitespace()) {
        position += skipped;
        let remaining = &value[position..];
        let length = match remaining.strip_prefix('"') {
            Some(quoted) => quoted.find('"').map(|end| end + 2),
            None => Some(remaining.find(char::is_whitespace).unwrap_or(remaining.len())),
        };
        let Some(length) = length else {
            names.push((position, 1, None));
            break;
        };
        names.push((position, length, Some(remaining[..length].trim_matches('"'))));
        position += length;
    }
    names
}

/// Reads `text`, the content of `file`.
pub(super) fn parse(text: &str, file: FileId) -> (Meta, Vec<Diagnostic>) {
    let mut reader =
        Reader { file, meta: Meta::default(), diagnostics: Vec::new(), is_open: false, skips: false };
    let mut next_start = 0;
    for line in text.split_inclusive('\n') {
        let start = next_start;
        next_start += line.len();
        let mark = if start == 0 && line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        reader.line(&line[mark..], start + mark);
    }
    (reader.meta, reader.diagnostics)
}

struct Reader {
    file: FileId,
    meta: Meta,
    diagnostics: Vec<Diagnostic>,
    /// Whether the last block continues.
    is_open: bool,
    /// Whether the line before was malformed, so that its continuation lines are skipped.
    skips: bool,
}

impl Reader {
    fn line(&mut self, line: &str, start: usize) {
        let bare = line.trim();
        if bare.is_empty() {
            (self.is_open, self.skips) = (false, false);
            return;
        }
        let indent = line.len() - line.trim_start().len();
        let span = self.span(start + indent, bare.len());
        if line.starts_with(' ') {
            return self.continuation(bare, span);
        }
        if line.starts_with('\t') {
            return self.wrong(rules::malformed_meta_line::leading_tab(self.span(start, indent)));
        }
        let Some(colon) =
            bare.find(": ").or_else(|| bare.len().checked_sub(1).filter(|_| bare.ends_with(':')))
        else {
            return self.wrong(match bare.find(':') {
                Some(colon) => rules::malformed_meta_line::no_space(self.span(start + colon, 1)),
                None => rules::malformed_meta_line::no_keyname(span),
            });
        };
        let (name, after_colon) = (bare[..colon].trim_end(), &bare[colon + 1..]);
        let key = self.span(start, name.len());
        if name.is_empty() || name.contains(':') {
            return self.wrong(rules::malformed_meta_line::invalid_keyname(key, name));
        }
        let value = after_colon.trim_start();
        let value_span = self.span(start + bare.len() - value.len(), value.len());
        let pair =
            Pair { name: name.to_owned(), key, value: value.to_owned(), value_span, whole_span: value_span };
        match self.meta.blocks.last_mut().filter(|_| self.is_open) {
            Some(block) => block.push(pair),
            None => self.meta.blocks.push(vec![pair]),
        }
        (self.is_open, self.skips) = (true, false);
    }

    /// Reads a continuation of the value on the line before.
    fn continuation(&mut self, text: &str, span: Span) {
        if self.skips {
            return;
        }
        let last = self.meta.blocks.last_mut().filter(|_| self.is_open);
        let Some(pair) = last.and_then(|block| block.last_mut()) else {
            return self.wrong(rules::malformed_meta_line::stray_continuation(span));
        };
        if !pair.value.is_empty() {
            pair.value.push(' ');
        }
        pair.value.push_str(text);
        pair.whole_span = Span::new(pair.whole_span.file, pair.whole_span.start, span.end);
    }

    fn wrong(&mut self, diagnostic: Diagnostic) {
        if !self.is_open {
            self.meta.blocks.push(Vec::new());
        }
        self.meta.is_damaged |= self.meta.blocks.len() < 2;
        (self.is_open, self.skips) = (true, true);
        self.diagnostics.push(diagnostic);
    }

    fn span(&self, start: usize, length: usize) -> Span {
        let offset = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        Span::new(self.file, offset(start), offset(start + length))
    }
}
