//! Scalars in quotes.

use crate::yaml::tree::Style;

use super::{Fallback, Matched, Reader, Scalar};

impl Reader<'_> {
    /// Reads a scalar in quotes. Its further lines are in column `least_column` or deeper.
    pub(super) fn quoted(&mut self, least_column: usize) -> Matched<Scalar> {
        let start = self.position;
        let quote = self.byte();
        let style = if quote == b'"' { Style::DoubleQuoted } else { Style::SingleQuoted };
        self.position += 1;
        let mut is_rewritten = false;
        loop {
            let run = self.position;
            self.position = self.end_of_run(quote);
            let byte = self.byte();
            let is_double = byte == quote && quote == b'\'' && self.byte_at(self.position + 1) == quote;
            if byte == quote && !is_double {
                if is_rewritten {
                    self.scratch.push_str(&self.text[run..self.position]);
                }
                self.position += 1;
                return Ok(Scalar {
                    start,
                    end: self.position,
                    style,
                    has_flow_indicator: false,
                    is_rewritten,
                });
            }
            if !is_rewritten {
                is_rewritten = true;
                self.scratch.clear();
            }
            self.scratch.push_str(&self.text[run..self.position]);
            match byte {
                b'\'' => {
                    self.scratch.push('\'');
                    self.position += 2;
                }
                b'\\' => self.escape(least_column)?,
                b'\n' | b'\r' => {
                    let written = &self.text[run..self.position];
                    let spaces = written.len() - written.trim_end_matches(' ').len();
                    self.scratch.truncate(self.scratch.len() - spaces);
                    let breaks = self.further_line(least_column)?;
                    self.push_breaks(breaks);
                }
                _ => return Err(Fallback::Quoted),
            }
        }
    }

    /// The next byte with a special meaning inside of these quotes.
    fn end_of_run(&self, quote: u8) -> usize {
        let is_special =
            |byte: &u8| *byte == quote || matches!(byte, b'\n' | b'\r') || *byte == b'\\' && quote == b'"';
        self.rest().iter().position(is_special).map_or(self.bytes.len(), |length| self.position + length)
    }

    fn escape(&mut self, least_column: usize) -> Matched {
        self.position += 1;
        self.scratch.push(match self.byte() {
            byte @ (b'"' | b'\\' | b'/' | b' ') => char::from(byte),
            b'n' => '\n',
            b't' => '\t',
            b'\n' | b'\r' => {
                let breaks = self.further_line(least_column)?;
                self.scratch.extend(std::iter::repeat_n('\n', breaks - 1));
                return Ok(());
            }
            _ => return Err(Fallback::Quoted),
        });
        self.position += 1;
        Ok(())
    }

    /// Goes to the next line with more than spaces. Returns the number of breaks before it.
    fn further_line(&mut self, least_column: usize) -> Matched<usize> {
        let (position, line, breaks) = self.next_line();
        if position - line < least_column || position >= self.bytes.len() {
            return Err(Fallback::Quoted);
        }
        (self.position, self.line) = (position, line);
        Ok(breaks)
    }
}
