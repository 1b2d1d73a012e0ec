//! Maps and lists by indentation.

use crate::yaml::builder::number;
use crate::yaml::tree::{Kind, Style};

use super::{Fallback, Matched, Reader, Scalar};

/// The maximum number of bytes from the start of a key to its colon. The parser allows 1024 characters.
const MAX_KEY_BYTES: usize = 1000;

/// Whether a map or list may start in the line of the key or dash before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collections {
    Allowed,
    Refused,
}

impl Reader<'_> {
    /// Reads a map whose keys are in `column`, from the colon after its first key on.
    fn map(&mut self, first: Scalar, column: usize) -> Matched {
        self.begin(Kind::Mapping, Style::Block, first.start)?;
        let mut key = first;
        loop {
            self.builder.tree.may_have_glued_keys |= key.has_flow_indicator;
            self.push(&key);
            self.position += 1;
            self.value(column, Kind::Mapping)?;
            if self.is_end() || self.column() < column {
                break;
            }
            if self.column() > column || self.is_dash() {
                return Err(self.misfit());
            }
            key = self.key()?;
        }
        self.end_map()
    }

    /// Reads a key up to its colon.
    fn key(&mut self) -> Matched<Scalar> {
        let scalar = match self.byte() {
            b'"' | b'\'' => self.quoted(self.column() + 1)?,
            _ if self.is_foreign_line() => return Err(Fallback::Foreign),
            _ => self.plain_line()?,
        };
        if self.is_key(&scalar)? { Ok(scalar) } else { Err(self.misfit()) }
    }

    /// Whether a colon follows `scalar`, which makes it a key. In that case, the colon is next.
    #[inline]
    fn is_key(&mut self, scalar: &Scalar) -> Matched<bool> {
        self.spaces();
        if self.byte() != b':' {
            return Ok(false);
        }
        let is_short = self.position - scalar.start <= MAX_KEY_BYTES;
        if is_short && scalar.start >= self.line && self.is_separator(self.position + 1) {
            Ok(true)
        } else {
            Err(Fallback::Key)
        }
    }

    /// Reads a list whose dashes are in `column`; the first one is next.
    fn list(&mut self, column: usize) -> Matched {
        self.begin(Kind::Sequence, Style::Block, self.position)?;
        loop {
            self.position += 1;
            self.value(column, Kind::Sequence)?;
            if self.is_end() || self.column() < column || self.column() == column && !self.is_dash() {
                break;
            }
            if self.column() > column {
                return Err(self.misfit());
            }
        }
        self.end_list()
    }

    /// Reads a list in the column of its key.
    fn flush_list(&mut self, column: usize) -> Matched {
        let dash = self.position;
        self.position += 1;
        self.spaces();
        if self.is_line_end() {
            // In the parser's events, such a list starts after the spaces and the comment here.
            return Err(Fallback::Indentation);
        }
        self.position = dash;
        self.list(column)
    }

    /// Reads what follows the colon or dash of an entry in `column` of a map or list, up to the next token.
    #[inline]
    fn value(&mut self, column: usize, collection: Kind) -> Matched {
        self.last_end = number(self.position);
        self.spaces();
        if !self.is_line_end() {
            return self.inline(column, collection);
        }
        self.gap();
        if self.is_end() || self.column() < column {
            self.push_missing();
        } else if self.column() > column {
            self.node(column + 1)?;
        } else if collection == Kind::Mapping && self.is_dash() {
            self.flush_list(column)?;
        } else {
            self.push_missing();
        }
        Ok(())
    }

    /// Reads a value in the line of its key or dash, which is in `column`, or a value below its anchor there.
    #[inline]
    fn inline(&mut self, column: usize, collection: Kind) -> Matched {
        if self.byte() != b'&' {
            let collections = match collection {
                Kind::Sequence => Collections::Allowed,
                _ => Collections::Refused,
            };
            return self.node_or_leaf(column + 1, collections);
        }
        let anchor = self.reference(Fallback::Anchor)?;
        let collections = if self.is_line_end() {
            self.gap();
            if self.is_end() || self.column() <= column {
                return Err(Fallback::Anchor);
            }
            Collections::Allowed
        } else {
            Collections::Refused
        };
        // In the parser's events, a block scalar with an anchor may end elsewhere.
        if matches!(self.byte(), b'&' | b'*' | b'|' | b'>') {
            return Err(Fallback::Anchor);
        }
        self.define(anchor);
        self.node_or_leaf(column + 1, collections)
    }

    /// Reads a value that starts a line, in column `least_column` or deeper.
    pub(super) fn node(&mut self, least_column: usize) -> Matched {
        self.node_or_leaf(least_column, Collections::Allowed)
    }

    /// Reads a value whose lines are in column `least_column` or deeper.
    #[inline]
    fn node_or_leaf(&mut self, least_column: usize, collections: Collections) -> Matched {
        let column = self.column();
        let scalar = match self.byte() {
            b'-' if self.is_separator(self.position + 1) => {
                return match collections {
                    Collections::Allowed => self.list(column),
                    Collections::Refused => Err(Fallback::Indicator),
                };
            }
            b'[' | b'{' => {
                self.flow(least_column)?;
                return self.gap_after_value();
            }
            b'|' | b'>' => return self.block_scalar(least_column),
            b'*' => {
                self.alias()?;
                return self.gap_after_value();
            }
            b'"' | b'\'' => self.quoted(least_column)?,
            _ if self.is_foreign_line() => return Err(Fallback::Foreign),
            _ => self.plain_line()?,
        };
        if self.is_key(&scalar)? {
            return match collections {
                Collections::Allowed => self.map(scalar, column),
                Collections::Refused => Err(Fallback::Key),
            };
        }
        if scalar.style == Style::Plain {
            return self.plain(scalar, least_column);
        }
        self.push(&scalar);
        self.gap_after_value()
    }

    /// Returns why the next token does not fit the blocks around it.
    fn misfit(&self) -> Fallback {
        match self.byte() {
            _ if self.is_document_marker() => Fallback::Documents,
            b'?' if self.is_separator(self.position + 1) => Fallback::Key,
            b'%' if self.column() == 0 => Fallback::Documents,
            _ => Fallback::Indentation,
        }
    }
}
