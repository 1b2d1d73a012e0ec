//! The lines that a snippet shows: a few around its places, each as wide as the reader's screen. What a
//! terminal would obey or turn round is replaced, tabs become blanks.
//!
//! The cost depends on what is shown, not on the file, nor on the length of its lines.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::base::{Source, Span};
use crate::diagnostics::is_obeyed;

/// The columns from one tab stop to the next.
const TAB: usize = 4;

/// Lines around some places, ready to be drawn.
#[derive(Debug)]
pub(super) struct Excerpt {
    text: String,
    /// The first line, from 0.
    first: usize,
    /// The places in `text`, with their lengths; those on later lines count on their first line only.
    pub(super) places: Vec<(usize, usize)>,
}

/// How much room there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Columns of a source line.
    pub(super) columns: usize,
    pub(super) unicode: bool,
}

impl Excerpt {
    /// The lines from the one above `spans` to the one below them. The spans lie close together.
    pub(super) fn of(source: &Source, spans: &[Span], room: Room) -> Self {
        let lines = source.lines();
        let on = |span: &Span| lines.line_of(span.start);
        let first = spans.iter().map(on).min().unwrap_or(0).saturating_sub(1);
        let last = (spans.iter().map(on).max().unwrap_or(0) + 1).min(lines.line_count() - 1);
        let mut excerpt = Self { text: String::new(), first, places: vec![(0, 0); spans.len()] };
        for line in first..=last {
            let start = lines.line_start(line) as usize;
            let end = if line + 1 < lines.line_count() {
                lines.line_start(line + 1) as usize
            } else {
                source.text.len()
            };
            let text = source.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
            if line == last && text.is_empty() && !spans.iter().any(|span| on(span) == line) {
                break;
            }
            let within: Vec<(usize, usize, usize)> = spans
                .iter()
                .enumerate()
                .filter(|(_, span)| on(span) == line)
                .map(|(index, span)| {
                    let range = span.range();
                    (index, (range.start - start).min(text.len()), (range.end - start).min(text.len()))
                })
                .collect();
            excerpt.line(text, &within, room);
        }
        excerpt
    }

    /// The column, from 0, of a byte of the text.
    pub(super) fn column(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        self.text[start..at].width()
    }

    /// Adds a line with the places on it: their index, start and end.
    fn line(&mut self, text: &str, places: &[(usize, usize, usize)], room: Room) {
        let dots = if room.unicode { "…" } else { "..." };
        let most = room.columns.max(20);
        let first = places.iter().map(|place| place.1).min().unwrap_or(0);
        let until = places.iter().map(|place| place.2).max().unwrap_or(0);
        // Of a very long line only what is near the first place is looked at.
        let from = if text.len() > 16 * most { boundary(text, first.saturating_sub(4 * most)) } else { 0 };
        let to = if text.len() - from > 16 * most { boundary(text, from + 12 * most) } else { text.len() };
        let cells = Cells::of(text, from, to);
        let (start, end) = (cells.column(first), cells.column(until.min(to)));
        let fits = from == 0 && to == text.len() && cells.width() <= most;
        let shift = if fits || from == 0 && end < most {
            0
        } else {
            start - ((most - (end - start).min(most * 3 / 4)) / 2).min(start)
        };
        let dots_before = if shift > 0 || from > 0 { dots } else { "" };
        let room_after = shift + most - dots_before.chars().count();
        let is_cut = !fits && (cells.width() > room_after || to < text.len());
        let stop = if is_cut { room_after - dots.chars().count() } else { room_after };
        let base = self.text.len() + dots_before.len();
        self.text.push_str(dots_before);
        let (begin, finish) = cells.range(shift, stop);
        self.text.push_str(&cells.text[begin..finish]);
        for (index, from_byte, to_byte) in places {
            let at = cells.at(*from_byte).clamp(begin, finish);
            let behind = cells.at(*to_byte).clamp(at, finish);
            self.places[*index] = (base + at - begin, behind - at);
        }
        if is_cut {
            self.text.push_str(dots);
        }
        self.text.push('\n');
    }
}

/// A part of a line as it is shown: which byte of it is where, and in which column.
struct Cells {
    text: String,
    /// For each character: its byte in the line, its byte in `text`, its column. At the end, where they end.
    stops: Vec<(usize, usize, usize)>,
}

impl Cells {
    fn of(line: &str, from: usize, to: usize) -> Self {
        let mut cells = Self { text: String::with_capacity(to - from), stops: Vec::new() };
        let mut column = 0;
        for (at, c) in line[from..to].char_indices() {
            cells.stops.push((from + at, cells.text.len(), column));
            match c {
                '\t' => {
                    let blanks = TAB - column % TAB;
                    cells.text.extend(std::iter::repeat_n(' ', blanks));
                    column += blanks;
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

    /// The last character at or before a byte of the line.
    fn stop(&self, byte: usize) -> (usize, usize, usize) {
        let after = self.stops.partition_point(|stop| stop.0 <= byte);
        self.stops[after.saturating_sub(1)]
    }

    fn column(&self, byte: usize) -> usize {
        self.stop(byte).2
    }

    fn at(&self, byte: usize) -> usize {
        self.stop(byte).1
    }

    /// The bytes of `text` from one column to another.
    fn range(&self, from: usize, to: usize) -> (usize, usize) {
        let first = self.stops.partition_point(|stop| stop.2 < from).min(self.stops.len() - 1);
        let last = self.stops.partition_point(|stop| stop.2 <= to).max(first + 1) - 1;
        (self.stops[first].1, self.stops[last].1)
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
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
