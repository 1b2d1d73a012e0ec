//! The source lines of a snippet: a few around its spans, as wide as the terminal. Control and direction
//! characters are replaced, tabs become spaces.
//!
//! The cost depends on what is shown, not on the size of the file or the length of its lines.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::base::{Source, Span};
use crate::diagnostics::is_obeyed;

/// The distance between tab stops in columns.
const TAB_WIDTH: usize = 4;

/// Lines around some spans, ready to be drawn.
#[derive(Debug)]
pub(super) struct Excerpt {
    text: String,
    /// The first line, from 0.
    first: usize,
    /// The spans in `text`, as offset and length, cut at the end of their first line.
    pub(super) spans: Vec<(usize, usize)>,
}

/// The available space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// The width of a source line in columns.
    pub(super) columns: usize,
    pub(super) unicode: bool,
}

impl Excerpt {
    /// Returns the lines from the one above `spans` to the one below them. The spans are close together.
    pub(super) fn new(source: &Source, spans: &[Span], room: Room) -> Self {
        let lines = source.lines();
        let line_of = |span: &Span| lines.line_of(span.start);
        let first = spans.iter().map(line_of).min().unwrap_or(0).saturating_sub(1);
        let last = (spans.iter().map(line_of).max().unwrap_or(0) + 1).min(lines.line_count() - 1);
        let mut excerpt = Self { text: String::new(), first, spans: vec![(0, 0); spans.len()] };
        for line in first..=last {
            let start = lines.line_start(line) as usize;
            let end = if line + 1 < lines.line_count() {
                lines.line_start(line + 1) as usize
            } else {
                source.text.len()
            };
            let text = source.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
            if line == last && text.is_empty() && !spans.iter().any(|span| line_of(span) == line) {
                break;
            }
            let within: Vec<(usize, usize, usize)> = spans
                .iter()
                .enumerate()
                .filter(|(_, span)| line_of(span) == line)
                .map(|(index, span)| {
                    let range = span.range();
                    (index, (range.start - start).min(text.len()), (range.end - start).min(text.len()))
                })
                .collect();
            excerpt.line(text, &within, room);
        }
        excerpt
    }

    /// Returns the column, from 0, of a byte offset in the text.
    pub(super) fn column(&self, offset: usize) -> usize {
        let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        self.text[start..offset].width()
    }

    /// Adds a line with the spans on it: index, start and end of each.
    fn line(&mut self, text: &str, spans: &[(usize, usize, usize)], room: Room) {
        let dots = if room.unicode { "…" } else { "..." };
        let max_columns = room.columns.max(20);
        let first = spans.iter().map(|span| span.1).min().unwrap_or(0);
        let until = spans.iter().map(|span| span.2).max().unwrap_or(0);
        // Only the part near the first span of a very long line is processed.
        let from = if text.len() > 16 * max_columns {
            boundary(text, first.saturating_sub(4 * max_columns))
        } else {
            0
        };
        let to = if text.len() - from > 16 * max_columns {
            boundary(text, from + 12 * max_columns)
        } else {
            text.len()
        };
        let cells = Cells::new(text, from, to);
        let (start, end) = (cells.column(first), cells.column(until.min(to)));
        let fits = from == 0 && to == text.len() && cells.width() <= max_columns;
        let shift = if fits || from == 0 && end < max_columns {
            0
        } else {
            start - ((max_columns - (end - start).min(max_columns * 3 / 4)) / 2).min(start)
        };
        let dots_before = if shift > 0 || from > 0 { dots } else { "" };
        let room_after = shift + max_columns - dots_before.chars().count();
        let is_cut = !fits && (cells.width() > room_after || to < text.len());
        let stop = if is_cut { room_after - dots.chars().count() } else { room_after };
        let base = self.text.len() + dots_before.len();
        self.text.push_str(dots_before);
        let (begin, finish) = cells.range(shift, stop);
        self.text.push_str(&cells.text[begin..finish]);
        for (index, from_byte, to_byte) in spans {
            let offset = cells.shown_offset(*from_byte).clamp(begin, finish);
            let end_offset = cells.shown_offset(*to_byte).clamp(offset, finish);
            self.spans[*index] = (base + offset - begin, end_offset - offset);
        }
        if is_cut {
            self.text.push_str(dots);
        }
        self.text.push('\n');
    }
}

/// A part of a line as shown, with the offset and column of each character.
struct Cells {
    text: String,
    /// For each character: its byte in the line, its byte in `text`, its column; then the same for the end.
    stops: Vec<(usize, usize, usize)>,
}

impl Cells {
    fn new(line: &str, from: usize, to: usize) -> Self {
        let mut cells = Self { text: String::with_capacity(to - from), stops: Vec::new() };
        let mut column = 0;
        for (offset, c) in line[from..to].char_indices() {
            cells.stops.push((from + offset, cells.text.len(), column));
            match c {
                '\t' => {
                    let spaces = TAB_WIDTH - column % TAB_WIDTH;
                    cells.text.extend(std::iter::repeat_n(' ', spaces));
                    column += spaces;
                }
                '\u{feff}' => {}
                _ if is_obeyed(c) => {
                    cells.text.push('?');
                    column += 1;
                }
                _ => {
                    cells.text.push(c);
                    column += c.width().unwrap_or(0);
                }
            }
        }
        cells.stops.push((to, cells.text.len(), column));
        cells
    }

    fn width(&self) -> usize {
        self.stops.last().map_or(0, |stop| stop.2)
    }

    /// Returns the last character at or before a byte of the line.
    fn stop(&self, byte: usize) -> (usize, usize, usize) {
        let after = self.stops.partition_point(|stop| stop.0 <= byte);
        self.stops[after.saturating_sub(1)]
    }

    fn column(&self, byte: usize) -> usize {
        self.stop(byte).2
    }

    fn shown_offset(&self, byte: usize) -> usize {
        self.stop(byte).1
    }

    /// Returns the range of bytes in `text` between two columns.
    fn range(&self, from: usize, to: usize) -> (usize, usize) {
        let first = self.stops.partition_point(|stop| stop.2 < from).min(self.stops.len() - 1);
        let last = self.stops.partition_point(|stop| stop.2 <= to).max(first + 1) - 1;
        (self.stops[first].1, self.stops[last].1)
    }
}

fn boundary(text: &str, mut offset: usize) -> usize {
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let count = self.text.lines().count();
        Ok(Box::new(MietteSpanContents::new(
            self.text.as_bytes(),
            (0, self.text.len()).into(),
            self.first,
            0,
            count,
        )))
    }
}
