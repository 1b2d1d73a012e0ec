//! The text of a scalar of whole lines, after `|` or `>`. Reading a file only looks for its end; its text, which is
//! most often a description, is made when it is needed.

/// The handling of line breaks at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Chomping {
    /// One is kept.
    Clip,
    /// `-`: none is kept.
    Strip,
    /// `+`: all are kept.
    Keep,
}

/// The indicators of a block scalar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) is_folded: bool,
    chomping: Chomping,
    /// The position after them.
    pub(super) end: usize,
}

/// The lines of a block scalar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// The position after the last line with content, before its break.
    pub(super) end: usize,
    /// The position of the token that follows.
    pub(super) next: usize,
    /// The start of the line of that token.
    pub(super) line: usize,
}

impl Header {
    /// The header at the `|` or `>` in `start`.
    pub(super) fn read(text: &str, start: usize) -> Self {
        let bytes = text.as_bytes();
        let is_folded = bytes.get(start) == Some(&b'>');
        let (chomping, length) = match bytes.get(start + 1) {
            Some(b'-') => (Chomping::Strip, 2),
            Some(b'+') => (Chomping::Keep, 2),
            _ => (Chomping::Clip, 1),
        };
        Self { is_folded, chomping, end: start + length }
    }

    /// Reads the lines after `line_end`, the end of the line of the header; they are in column `least_column` or
    /// deeper. Adds the parts of their text with `add`. Returns `None` if there is none, or their indentation is
    /// ambiguous.
    #[inline]
    pub(super) fn lines<'t>(
        self,
        text: &'t str,
        line_end: usize,
        least_column: usize,
        mut add: impl FnMut(&'t str),
    ) -> Option<Lines> {
        let mut cursor = Cursor { text, position: line_end, line: line_end };
        let (column, breaks) = cursor.first_line(least_column)?;
        let mut add_breaks = |count| (0..count).for_each(|_| add("\n"));
        add_breaks(breaks);
        loop {
            let line = cursor.rest_of_line()?;
            add(line);
            let end = cursor.position;
            let breaks = cursor.empty_lines(column);
            let mut add_breaks = |count| (0..count).for_each(|_| add("\n"));
            if cursor.column() < column {
                add_breaks(match self.chomping {
                    Chomping::Strip => 0,
                    Chomping::Clip => 1,
                    Chomping::Keep => breaks,
                });
                return Some(Lines { end, next: cursor.position, line: cursor.line });
            }
            let is_deeper = line.starts_with(' ') || cursor.byte() == b' ';
            match breaks {
                1 if self.is_folded && !is_deeper => add(" "),
                _ => add_breaks(if self.is_folded && !is_deeper { breaks - 1 } else { breaks }),
            }
        }
    }
}

/// The text of the block scalar at `start`, which was read before.
pub(super) fn text(source: &str, start: u32) -> Box<str> {
    let start = start as usize;
    let header = Header::read(source, start);
    let rest = source.as_bytes().get(header.end..).unwrap_or_default();
    let line_end = header.end + memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let mut text = String::new();
    header.lines(source, line_end, 0, |part| text.push_str(part));
    text.into()
}

/// A position in the lines.
struct Cursor<'t> {
    text: &'t str,
    position: usize,
    /// The start of the line of `position`.
    line: usize,
}

impl<'t> Cursor<'t> {
    /// The next byte, or 0 at the end.
    #[inline]
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.position).copied().unwrap_or(0)
    }

    fn column(&self) -> usize {
        self.position - self.line
    }

    /// Skips the line break here.
    fn line_break(&mut self) {
        self.position += if self.byte() == b'\r' { 2 } else { 1 };
        self.line = self.position;
    }

    /// Reads the rest of the line, or returns `None` if the text ends with it.
    fn rest_of_line(&mut self) -> Option<&'t str> {
        let rest = self.text.get(self.position..)?;
        let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes())?;
        self.position += length;
        rest.get(..length)
    }

    /// Goes from the end of the header to the first line with content. Returns its column, which must be
    /// `least_column` or deeper and is that of all lines, and the number of empty lines before it.
    fn first_line(&mut self, least_column: usize) -> Option<(usize, usize)> {
        let (mut longest, mut breaks) = (0, 0);
        self.line_break();
        loop {
            while self.byte() == b' ' {
                self.position += 1;
            }
            if !matches!(self.byte(), b'\n' | b'\r') {
                break;
            }
            longest = longest.max(self.column());
            breaks += 1;
            self.line_break();
        }
        let column = self.column();
        let is_clear = self.position < self.text.len() && column >= least_column && column >= longest;
        is_clear.then_some((column, breaks))
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
}
