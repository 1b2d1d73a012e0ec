//! Tracks the position in the text, and reads separators: spaces, line breaks and comments.

use crate::yaml::builder::number;
use crate::yaml::foreign::{self, is_taken_for_space};
use crate::yaml::gaps::is_blank;

use super::{Fallback, Matched, Reader};

/// Checks that `bytes` have neither tabs nor other control characters, carriage returns only before line feeds, and
/// no byte order mark. After that, a zero byte can stand for the end of the text. Returns whether there are characters
/// that may be taken for spaces.
pub(super) fn check_characters(bytes: &[u8]) -> Matched<bool> {
    let is_rare = |byte: &u8| matches!(byte, 0..=9 | 0x0B..=0x1F | 0x7F | 0xC2 | 0xE1..=0xE3 | 0xEF);
    let mut has_spaces = false;
    // In chunks, which the compiler can vectorize; most chunks have none.
    for (index, chunk) in bytes.chunks(256).enumerate() {
        if !chunk.iter().fold(false, |any, byte| any | is_rare(byte)) {
            continue;
        }
        for (offset, byte) in chunk.iter().enumerate().filter(|(_, byte)| is_rare(byte)) {
            let remaining = &bytes[index * 256 + offset..];
            let is_allowed = match byte {
                b'\r' => remaining.starts_with(b"\r\n"),
                0xEF => !remaining.starts_with("\u{feff}".as_bytes()),
                0xC2 | 0xE1..=0xE3 => {
                    has_spaces |= starts_with_false_space(remaining);
                    true
                }
                _ => false,
            };
            if !is_allowed {
                return Err(Fallback::Characters);
            }
        }
    }
    Ok(has_spaces)
}

/// Whether the first character may be taken for a space.
fn starts_with_false_space(bytes: &[u8]) -> bool {
    let length = if bytes.first() == Some(&0xC2) { 2 } else { 3 };
    let first = bytes.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    first.is_some_and(|text| text.starts_with(is_taken_for_space))
}

impl Reader<'_> {
    /// The byte at `position`, or 0 after the end.
    #[inline]
    pub(super) fn byte_at(&self, position: usize) -> u8 {
        self.bytes.get(position).copied().unwrap_or(0)
    }

    /// The next byte, or 0 at the end.
    #[inline]
    pub(super) fn byte(&self) -> u8 {
        self.byte_at(self.position)
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.position..]
    }

    pub(super) fn is_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    /// The number of bytes before the next one in its line. Only spaces and dashes come before a token whose column
    /// counts.
    #[inline]
    pub(super) fn column(&self) -> usize {
        self.position - self.line
    }

    /// Whether the byte at `position` separates tokens, or the text ends there.
    #[inline]
    pub(super) fn is_separator(&self, position: usize) -> bool {
        matches!(self.byte_at(position), b' ' | b'\n' | b'\r' | 0)
    }

    /// Whether the next token starts a line of another language.
    #[inline]
    pub(super) fn is_foreign_line(&self) -> bool {
        matches!(self.byte(), b'/' | b';' | b'-' | b'<')
            && self.bytes[self.line..self.position].iter().all(|byte| *byte == b' ')
            && foreign::starts_line(&self.text[self.position..self.line_end(self.position)])
    }

    /// Whether the next token is a dash.
    #[inline]
    pub(super) fn is_dash(&self) -> bool {
        self.byte() == b'-' && self.is_separator(self.position + 1)
    }

    /// Whether the line starts like `---` or `...`, with the next byte.
    pub(super) fn is_document_marker(&self) -> bool {
        self.position == self.line && (self.rest().starts_with(b"---") || self.rest().starts_with(b"..."))
    }

    /// Whether a comment starts with the next byte.
    #[inline]
    pub(super) fn is_comment(&self) -> bool {
        self.byte() == b'#' && (self.position == 0 || is_blank(self.bytes[self.position - 1]))
    }

    /// Whether only a comment follows in the line.
    #[inline]
    pub(super) fn is_line_end(&self) -> bool {
        matches!(self.byte(), b'\n' | b'\r' | 0) || self.is_comment()
    }

    /// Skips spaces.
    #[inline]
    pub(super) fn spaces(&mut self) {
        while self.byte() == b' ' {
            self.position += 1;
        }
    }

    /// Skips spaces, line breaks and comments, which are kept.
    #[inline]
    pub(super) fn gap(&mut self) {
        loop {
            match self.byte() {
                b' ' | b'\r' => self.position += 1,
                b'\n' => {
                    self.position += 1;
                    self.line = self.position;
                }
                b'#' if self.is_comment() => self.comment(),
                _ => return,
            }
        }
    }

    /// Reads the comment here.
    pub(super) fn comment(&mut self) {
        let start = self.position;
        self.position = self.line_end(start);
        self.builder.tree.comments.push((number(start), number(self.position)));
    }

    /// The end of the line of `position`, before its break.
    pub(super) fn line_end(&self, position: usize) -> usize {
        memchr::memchr2(b'\n', b'\r', &self.bytes[position..])
            .map_or(self.bytes.len(), |length| position + length)
    }

    /// Reads the gap after a value that ends in its line.
    pub(super) fn gap_after_value(&mut self) -> Matched {
        self.spaces();
        if !self.is_line_end() {
            return Err(Fallback::Trailing);
        }
        self.gap();
        Ok(())
    }
}
