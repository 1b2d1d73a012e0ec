//! Scalars without quotes.

use crate::yaml::tree::Style;

use super::{Fallback, Matched, Reader, Scalar};

/// The byte may end a plain scalar in block style.
const BLOCK: u8 = 1;
/// The byte may end a plain scalar between brackets.
pub(super) const FLOW: u8 = 2;
/// The byte cannot start a plain scalar.
const INDICATOR: u8 = 4;

/// The roles of each byte in a plain scalar.
static ROLES: [u8; 256] = {
    let mut roles = [0; 256];
    roles[b'\n' as usize] = BLOCK | FLOW;
    roles[b'\r' as usize] = BLOCK | FLOW;
    roles[b':' as usize] = BLOCK | FLOW | INDICATOR;
    roles[b'#' as usize] = BLOCK | FLOW | INDICATOR;
    let brackets = *b",[]{}";
    let mut index = 0;
    while index < brackets.len() {
        roles[brackets[index] as usize] = FLOW | INDICATOR;
        index += 1;
    }
    let indicators = *b"?&*!|>'\"%@`";
    index = 0;
    while index < indicators.len() {
        roles[indicators[index] as usize] = INDICATOR;
        index += 1;
    }
    roles[0] = INDICATOR;
    roles
};

/// Whether a byte is one of `,[]{}`.
#[inline]
pub(super) fn is_flow_indicator(byte: u8) -> bool {
    ROLES[byte as usize] & (BLOCK | FLOW) == FLOW
}

impl Reader<'_> {
    /// Reads the first line of a plain scalar in block style, and the spaces after it.
    #[inline]
    pub(super) fn plain_line(&mut self) -> Matched<Scalar> {
        self.check_first()?;
        Ok(self.scan_line(BLOCK))
    }

    /// Reads a plain scalar between brackets, and the spaces after it.
    #[inline]
    pub(super) fn flow_plain(&mut self) -> Matched<Scalar> {
        self.check_first()?;
        if self.byte() == b'-' && is_flow_indicator(self.byte_at(self.position + 1)) {
            return Err(Fallback::Flow);
        }
        let scalar = self.scan_line(FLOW);
        // The parser refuses a word of one dash before a bracket or comma.
        if is_flow_indicator(self.byte()) && self.text[scalar.start..self.position].ends_with(" -") {
            return Err(Fallback::Flow);
        }
        Ok(scalar)
    }

    /// Checks that a plain scalar can start here.
    #[inline]
    fn check_first(&self) -> Matched {
        let byte = self.byte();
        if ROLES[byte as usize] & INDICATOR != 0 {
            return Err(match byte {
                b'!' => Fallback::Tag,
                b'&' => Fallback::Anchor,
                b'*' => Fallback::Alias,
                b'?' => Fallback::Key,
                b'%' => Fallback::Documents,
                _ => Fallback::Indicator,
            });
        }
        if matches!(byte, b'-' | b'.') {
            if self.is_document_marker() {
                return Err(Fallback::Documents);
            }
            if self.is_dash() {
                return Err(Fallback::Indentation);
            }
        }
        Ok(())
    }

    /// Scans plain text up to a colon, a comment, a break or, between brackets, a bracket or comma.
    #[inline]
    fn scan_line(&mut self, context: u8) -> Scalar {
        let start = self.position;
        let bytes = self.bytes;
        let mut end = start;
        // Between brackets, the roles of text have no such bit.
        let mut roles = 0;
        loop {
            while let Some(byte) = bytes.get(end)
                && ROLES[*byte as usize] & context == 0
            {
                roles |= ROLES[*byte as usize];
                end += 1;
            }
            let is_text = match self.byte_at(end) {
                b':' => {
                    let after = self.byte_at(end + 1);
                    !(self.is_separator(end + 1) || context == FLOW && is_flow_indicator(after))
                }
                b'#' => end > start && bytes[end - 1] != b' ',
                _ => false,
            };
            if !is_text {
                break;
            }
            end += 1;
        }
        self.position = end;
        while end > start && bytes[end - 1] == b' ' {
            end -= 1;
        }
        Scalar { start, end, style: Style::Plain, has_flow_indicator: roles & FLOW != 0, is_rewritten: false }
    }

    /// Reads the further lines of a plain scalar, which are in column `least_column` or deeper, and the gap after it.
    pub(super) fn plain(&mut self, first: Scalar, least_column: usize) -> Matched {
        let mut scalar = first;
        while !self.is_comment() {
            let (position, line, breaks) = self.next_line();
            let byte = self.byte_at(position);
            if byte == 0 || byte == b'#' || position - line < least_column {
                break;
            }
            if !scalar.is_rewritten {
                scalar.is_rewritten = true;
                self.scratch.clear();
                self.scratch.push_str(&self.text[scalar.start..scalar.end]);
            }
            self.push_breaks(breaks);
            (self.position, self.line) = (position, line);
            let line_scalar = self.scan_line(BLOCK);
            if self.byte() == b':' {
                return Err(Fallback::Key);
            }
            self.scratch.push_str(&self.text[line_scalar.start..line_scalar.end]);
            scalar.end = line_scalar.end;
        }
        self.push(&scalar);
        self.gap();
        Ok(())
    }

    /// Returns the position after a line break that is not a space or break, the start of its line, and the
    /// number of breaks before it.
    #[inline]
    pub(super) fn next_line(&self) -> (usize, usize, usize) {
        let (mut position, mut line, mut breaks) = (self.position, self.line, 0);
        loop {
            match self.byte_at(position) {
                b' ' | b'\r' => position += 1,
                b'\n' => {
                    position += 1;
                    line = position;
                    breaks += 1;
                }
                _ => return (position, line, breaks),
            }
        }
    }

    /// Adds the text that line breaks fold into: a space for one, else all but the first.
    pub(super) fn push_breaks(&mut self, breaks: usize) {
        if breaks == 1 {
            self.scratch.push(' ');
        }
        self.scratch.extend(std::iter::repeat_n('\n', breaks.saturating_sub(1)));
    }
}
