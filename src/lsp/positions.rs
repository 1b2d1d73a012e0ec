//! Converts byte offsets to lines and columns as the client counts them, and back.

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use serde_json::Value;

use crate::base::LineIndex;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    Utf16,
    /// Characters (code points).
    Utf32,
}

impl Encoding {
    /// Chooses among the `offered` encodings: bytes if possible, otherwise the first one that is supported.
    pub(super) fn negotiate(offered: Option<&Value>) -> Self {
        let offered = offered.and_then(Value::as_array);
        let mut known = offered.into_iter().flatten().filter_map(|name| match name.as_str()? {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        });
        let first = known.next().unwrap_or(Encoding::Utf16);
        if known.any(|encoding| encoding == Encoding::Utf8) { Encoding::Utf8 } else { first }
    }

    /// Returns the name of the encoding in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A text with its line index.
pub(super) struct Lines<'t> {
    text: &'t str,
    index: &'t LineIndex,
    encoding: Encoding,
    /// Whether columns are bytes.
    is_plain: bool,
    /// The length in bytes of a byte order mark, which editors do not show.
    mark: usize,
}

impl<'t> Lines<'t> {
    /// Wraps `text` as an editor has it, or as it is on disk, where a byte order mark is not part of it.
    pub(super) fn new(text: &'t str, index: &'t LineIndex, encoding: Encoding, on_disk: bool) -> Self {
        let mark = if on_disk && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, index, encoding, is_plain: encoding == Encoding::Utf8 || text.is_ascii(), mark }
    }

    /// Returns the byte offset of a position. A column after the end of its line means that end, a line after
    /// the last one means the end of the text, and a column within a character means its start.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.index.line_count() {
            return self.text.len();
        }
        let start = self.index.line_start(line) as usize;
        let next = if line + 1 < self.index.line_count() {
            self.index.line_start(line + 1) as usize
        } else {
            self.text.len()
        };
        let content = self.text[start..next].trim_end_matches(['\n', '\r']);
        let target = position.character as usize;
        if self.is_plain {
            let mut column = target.min(content.len());
            while !content.is_char_boundary(column) {
                column -= 1;
            }
            return start + column;
        }
        let mut column = 0;
        for (index, c) in content.char_indices() {
            column += self.encoding.width(c);
            if column > target {
                return start + index;
            }
        }
        start + content.len()
    }

    /// Returns the position of a byte offset.
    pub(super) fn position(&self, offset: u32) -> Position {
        let line = self.index.line_of(offset);
        let mut end = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let mut start = (self.index.line_start(line) as usize).min(end);
        if start == 0 {
            start = self.mark.min(end);
        }
        let column = if self.is_plain {
            end - start
        } else {
            self.text[start..end].chars().map(|c| self.encoding.width(c)).sum()
        };
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(column) }
    }

    /// Returns the range of a byte range.
    pub(super) fn range(&self, bytes: std::ops::Range<u32>) -> Range {
        Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }
}
