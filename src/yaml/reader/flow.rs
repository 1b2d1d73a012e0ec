//! Reads lists and maps between brackets.

use crate::yaml::builder::number;
use crate::yaml::tree::{Kind, Style};

use super::{Fallback, Matched, Reader, Scalar};

impl Reader<'_> {
    /// Reads a list or map between brackets, all of whose tokens are in column `least_column` of their line or deeper.
    pub(super) fn flow(&mut self, least_column: usize) -> Matched {
        if self.byte() == b'[' { self.flow_list(least_column) } else { self.flow_map(least_column) }
    }

    fn flow_list(&mut self, least_column: usize) -> Matched {
        self.begin(Kind::Sequence, Style::Flow, self.position)?;
        self.position += 1;
        self.flow_gap(least_column)?;
        while self.byte() != b']' {
            self.flow_item(least_column)?;
            self.comma(least_column, b']')?;
        }
        self.close_bracket();
        self.end_list()
    }

    fn flow_map(&mut self, least_column: usize) -> Matched {
        self.begin(Kind::Mapping, Style::Flow, self.position)?;
        self.position += 1;
        self.flow_gap(least_column)?;
        while self.byte() != b'}' {
            self.pair(least_column)?;
            let is_next = self.comma(least_column, b'}')?;
            if is_next && self.byte() == b'}' {
                // In the parser's events, such a map ends at its last comma.
                return Err(Fallback::Flow);
            }
        }
        self.close_bracket();
        self.end_map()
    }

    /// Reads an entry of a list: a node, or a pair, which makes a map.
    fn flow_item(&mut self, least_column: usize) -> Matched {
        if matches!(self.byte(), b'[' | b'{' | b'*') {
            return self.flow_node(least_column);
        }
        let scalar = self.flow_scalar(least_column)?;
        if self.byte() != b':' {
            self.push(&scalar);
            return Ok(());
        }
        if scalar.start < self.line || !self.is_separator(self.position + 1) {
            return Err(Fallback::Flow);
        }
        self.begin(Kind::Mapping, Style::Block, scalar.start)?;
        self.push(&scalar);
        self.pair_value(least_column)?;
        self.end_map()
    }

    /// Reads a key and, if there is one, its value.
    fn pair(&mut self, least_column: usize) -> Matched {
        let key = self.flow_scalar(least_column)?;
        self.push(&key);
        if self.byte() != b':' {
            self.push_missing();
            return Ok(());
        }
        // The parser also allows a value right after the colon of a quoted key.
        let is_adjacent = key.style != Style::Plain && self.position == key.end;
        if !is_adjacent && !self.is_separator(self.position + 1) {
            return Err(Fallback::Flow);
        }
        self.pair_value(least_column)
    }

    /// Reads the colon of a pair and its value, if there is one.
    fn pair_value(&mut self, least_column: usize) -> Matched {
        self.position += 1;
        self.last_end = number(self.position);
        self.flow_gap(least_column)?;
        if matches!(self.byte(), b',' | b'}' | b']') {
            self.push_missing();
            return Ok(());
        }
        self.flow_node(least_column)
    }

    fn flow_node(&mut self, least_column: usize) -> Matched {
        match self.byte() {
            b'[' | b'{' => self.flow(least_column),
            b'*' => self.alias(),
            _ => {
                let scalar = self.flow_scalar(least_column)?;
                self.push(&scalar);
                Ok(())
            }
        }
    }

    /// Reads a scalar in one line, and the spaces after it.
    fn flow_scalar(&mut self, least_column: usize) -> Matched<Scalar> {
        if !matches!(self.byte(), b'"' | b'\'') {
            return self.flow_plain();
        }
        let scalar = self.quoted(least_column)?;
        self.spaces();
        Ok(scalar)
    }

    /// Reads the comma between entries, or stops before `close`. Returns whether there is a comma.
    fn comma(&mut self, least_column: usize, close: u8) -> Matched<bool> {
        self.flow_gap(least_column)?;
        match self.byte() {
            b',' => {
                self.position += 1;
                self.flow_gap(least_column)?;
                Ok(true)
            }
            byte if byte == close => Ok(false),
            _ => Err(Fallback::Flow),
        }
    }

    fn close_bracket(&mut self) {
        self.position += 1;
        self.last_end = number(self.position);
    }

    /// Reads the gap between tokens inside of brackets.
    fn flow_gap(&mut self, least_column: usize) -> Matched {
        self.gap();
        if self.is_end() || self.column() < least_column {
            return Err(Fallback::Flow);
        }
        if self.is_foreign_line() { Err(Fallback::Foreign) } else { Ok(()) }
    }
}
