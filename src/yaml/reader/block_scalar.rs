//! Scalars of whole lines, after `|` or `>`.

use crate::yaml::builder::number;
use crate::yaml::tree::{Style, Tag};

use super::{Fallback, Matched, Reader};

/// The handling of line breaks at the end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    /// One is kept.
    Clip,
    /// `-`: none is kept.
    Strip,
    /// `+`: all are kept.
    Keep,
}

impl Reader<'_> {
    /// Reads a block scalar whose lines are in column `least_column` or deeper, and the gap after it.
    pub(super) fn block_scalar(&mut self, least_column: usize) -> Matched {
        let start = self.position;
        let is_folded = self.byte() == b'>';
        self.position += 1;
        let chomping = match self.byte() {
            b'-' => Chomping::Strip,
            b'+' => Chomping::Keep,
            _ => Chomping::Clip,
        };
        if chomping != Chomping::Clip {
            self.position += 1;
        }
        self.spaces();
        if self.is_end() || !self.is_line_end() {
            return Err(Fallback::BlockScalar);
        }
        if self.is_comment() {
            self.comment();
        }
        let header_end = self.position;
        let end = self.block_lines(least_column, is_folded, chomping)?;
        // As in the parser's events, other whitespace than spaces is not part of the end.
        let end = header_end.max(self.text[..end].trim_end().len());
        let style = if is_folded { Style::Folded } else { Style::Literal };
        let span = (number(start), number(end));
        self.builder.scalar(&self.scratch, span, style, Tag::None);
        self.last_end = span.1;
        self.gap();
        Ok(())
    }

    /// Reads the lines from the end of the header on into the scratch text. Returns where the last one ends.
    fn block_lines(&mut self, least_column: usize, is_folded: bool, chomping: Chomping) -> Matched<usize> {
        let (column, breaks) = self.first_line(least_column)?;
        self.scratch.clear();
        self.push_line_feeds(breaks);
        loop {
            let end = self.line_end(self.position);
            if end >= self.bytes.len() {
                return Err(Fallback::BlockScalar);
            }
            let line = &self.text[self.position..end];
            self.scratch.push_str(line);
            let is_deeper = line.starts_with(' ');
            self.position = end;
            let breaks = self.empty_lines(column);
            if self.column() < column {
                self.push_line_feeds(match chomping {
                    Chomping::Strip => 0,
                    Chomping::Clip => 1,
                    Chomping::Keep => breaks,
                });
                return Ok(end);
            }
            if is_folded && !is_deeper && self.byte() != b' ' {
                self.push_breaks(breaks);
            } else {
                self.push_line_feeds(breaks);
            }
        }
    }

    /// Goes from the end of the header to the first line with content. Returns its column, which must be
    /// `least_column` or deeper and is that of all lines, and the number of empty lines before it.
    fn first_line(&mut self, least_column: usize) -> Matched<(usize, usize)> {
        let (mut longest, mut breaks) = (0, 0);
        self.line_break();
        loop {
            self.spaces();
            if !matches!(self.byte(), b'\n' | b'\r') {
                break;
            }
            longest = longest.max(self.column());
            breaks += 1;
            self.line_break();
        }
        let column = self.column();
        if self.is_end() || column < least_column || column < longest {
            return Err(Fallback::BlockScalar);
        }
        Ok((column, breaks))
    }

    /// Goes from the end of a line to the next line that has more than spaces before `column`, or to `column`
    /// there. Returns the number of breaks before it.
    fn empty_lines(&mut self, column: usize) -> usize {
        let mut breaks = 0;
        while matches!(self.byte(), b'\n' | b'\r') {
            self.line_break();
            breaks += 1;
            while self.column() < column && self.byte() == b' ' {
                self.position += 1;
            }
        }
        breaks
    }

    fn push_line_feeds(&mut self, count: usize) {
        self.scratch.extend(std::iter::repeat_n('\n', count));
    }
}
