//! Scalars of whole lines, after `|` or `>`.

use crate::yaml::block_text::Header;
use crate::yaml::builder::number;
use crate::yaml::tree::Style;

use super::{Fallback, Matched, Reader};

impl Reader<'_> {
    /// Reads a block scalar whose lines are in column `least_column` or deeper, and the gap after it.
    pub(super) fn block_scalar(&mut self, least_column: usize) -> Matched {
        let start = self.position;
        let header = Header::read(self.text, start);
        self.position = header.end;
        self.spaces();
        if self.is_end() || !self.is_line_end() {
            return Err(Fallback::BlockScalar);
        }
        if self.is_comment() {
            self.comment();
        }
        let header_end = self.position;
        let (mut parts, mut first) = (0, "");
        let add = |part| {
            first = if parts == 0 { part } else { first };
            parts += 1;
        };
        let lines = header.lines(self.text, header_end, least_column, add).ok_or(Fallback::BlockScalar)?;
        (self.position, self.line) = (lines.next, lines.line);
        // As in the parser's events, other whitespace than spaces is not part of the end.
        let end = header_end.max(self.text[..lines.end].trim_end().len());
        let style = if header.is_folded { Style::Folded } else { Style::Literal };
        let span = (number(start), number(end));
        self.builder.block_scalar((parts == 1).then_some(first), first.starts_with('$'), span, style);
        self.last_end = span.1;
        self.gap();
        Ok(())
    }
}
