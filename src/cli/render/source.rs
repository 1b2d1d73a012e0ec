//! A source for miette that finds lines by table, so that each snippet costs its own size only, and that
//! shows no more than a window of very long lines.

use std::borrow::Cow;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::base::{LineIndex, Source};

/// Bytes of a line that are shown before and after a place.
const WINDOW: usize = 160;

pub(super) struct Indexed<'s> {
    text: Cow<'s, str>,
    lines: &'s LineIndex,
}

impl<'s> Indexed<'s> {
    /// The text of `source`; control characters, which a terminal would obey, are shown as `?`.
    pub(super) fn new(source: &'s Source) -> Self {
        let odd = |c: char| c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r');
        let text = if source.text.contains(odd) {
            Cow::Owned(source.text.replace(odd, "?"))
        } else {
            Cow::Borrowed(source.text.as_str())
        };
        Self { text, lines: source.lines() }
    }

    /// Whether a line at or beside byte `at` is so long that only a part of it can be shown.
    pub(super) fn is_long_at(&self, at: u32) -> bool {
        let line = self.lines.line_of(at);
        let start = self.lines.line_start(line.saturating_sub(1)) as usize;
        let last = line + 2;
        let end = if last < self.lines.line_count() {
            self.lines.line_start(last) as usize
        } else {
            self.text.len()
        };
        self.text.get(start..end).is_some_and(|lines| lines.lines().any(|line| line.len() > 3 * WINDOW))
    }

    /// The text of a range.
    pub(super) fn get(&self, range: std::ops::Range<usize>) -> &str {
        self.text.get(range).unwrap_or("")
    }
}

impl SourceCode for Indexed<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (text, lines) = (&*self.text, self.lines);
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let last = span.offset() + span.len().saturating_sub(1);
        let first_line = lines.line_of(number(span.offset()));
        let last_line = lines.line_of(number(last));
        let from = first_line.saturating_sub(before);
        let to = (last_line + after).min(lines.line_count() - 1);
        let mut start = lines.line_start(from) as usize;
        let mut end =
            if to + 1 < lines.line_count() { lines.line_start(to + 1) as usize } else { text.len() };
        // Of long lines, a window around the place.
        if span.offset() - start > 2 * WINDOW {
            start = boundary(text, span.offset() - WINDOW);
        }
        if end - last.min(end) > 2 * WINDOW {
            end = boundary(text, (last + WINDOW).min(text.len()));
        }
        let line = lines.line_of(number(start));
        let column = start - lines.line_start(line) as usize;
        let end = end.max(start);
        Ok(Box::new(MietteSpanContents::new(
            &text.as_bytes()[start..end],
            (start, end - start).into(),
            line,
            column,
            to + 1,
        )))
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
