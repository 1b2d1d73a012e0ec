//! Finds quoted strings and collections between brackets whose further lines are not indented.
//!
//! YAML 1.2 wants them deeper than the key, but other parsers read them, and the standard prints such examples
//! . They are read if they close cleanly. Otherwise a quote or bracket was forgotten.

use saphyr_parser::{Event, Parser};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Edit, Fix, rules};

use super::brackets::Brackets;
use super::builder::number;
use super::gaps;
use super::patches::Change;
use super::problems::starts_entry;
use super::recover::starts_item;

/// A value with lines that are not indented.
pub(super) struct Unindented {
    /// The line breaks and comments up to its last such line, replaced with spaces.
    pub(super) changes: Vec<Change>,
    /// The warning.
    pub(super) diagnostic: Diagnostic,
}

/// Returns the value that starts with a quote or bracket at byte `start`, if it closes cleanly and all its lines
/// can be indented. It belongs to an entry in column `column`.
pub(super) fn find(text: &str, file: FileId, start: u32, column: usize) -> Option<Unindented> {
    let bytes = text.as_bytes();
    let start = start as usize;
    let (end, comments) = extent(text, start)?;
    if !ends_line(bytes, end) {
        return None;
    }
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut search = start;
    while let Some(index) = memchr::memchr(b'\n', &bytes[search..end]) {
        search += index + 1;
        let line_end = memchr::memchr(b'\n', &bytes[search..]).map_or(bytes.len(), |index| search + index);
        let line = bytes[search..line_end].trim_ascii_end();
        let indent = line.iter().take_while(|&&byte| byte == b' ').count();
        let content = &line[indent..];
        if content.is_empty() || indent > column || comments.binary_search(&(search + indent)).is_ok() {
            continue;
        }
        let is_marker = indent == 0 && (content.starts_with(b"---") || content.starts_with(b"..."));
        if is_marker
            || starts_entry(&text[search + indent..line_end])
            || starts_item(content)
            || content.starts_with(b"\t")
        {
            return None;
        }
        lines.push((search, search + indent));
    }
    let &(last, _) = lines.last()?;
    let changes = changes(bytes, start, last, &comments)?;
    Some(Unindented { changes, diagnostic: diagnostic(text, file, start, column, &lines) })
}

/// Returns the text of the scalar at `start..end`, whose line breaks are hidden from the parser.
pub(super) fn unfold(text: &str, start: u32, end: u32) -> Option<String> {
    // As a separate document, a scalar needs no indentation.
    let mut parser = Parser::new_from_str(text.get(start as usize..end as usize)?);
    loop {
        match parser.next_event()?.ok()?.0 {
            Event::Scalar(text, ..) => return Some(text.into_owned()),
            Event::StreamStart | Event::DocumentStart(_) => {}
            _ => return None,
        }
    }
}

/// Returns the end of a value that starts with a quote or bracket, and the starts of the comments in it.
fn extent(text: &str, start: usize) -> Option<(usize, Vec<usize>)> {
    if matches!(text.as_bytes()[start], b'"' | b'\'') {
        let end = gaps::quoted_end(text, number(start), u32::MAX) as usize;
        return (end <= text.len()).then(|| (end, Vec::new()));
    }
    let mut closing = Vec::new();
    let mut brackets = Brackets::new(text, start);
    while let Some((position, bracket)) = brackets.next() {
        match bracket {
            b'[' => closing.push(b']'),
            b'{' => closing.push(b'}'),
            close => {
                if closing.pop() != Some(close) {
                    return None;
                }
                if closing.is_empty() {
                    return Some((position + 1, brackets.comments));
                }
            }
        }
    }
    None
}

/// Whether only spaces and a comment follow in the line.
fn ends_line(bytes: &[u8], end: usize) -> bool {
    let rest = &bytes[end..gaps::line_end(bytes, end)];
    let blanks = rest.iter().take_while(|&&byte| matches!(byte, b' ' | b'\t')).count();
    rest.len() == blanks || blanks > 0 && rest[blanks] == b'#'
}

/// Returns the changes that make the text between `start` and `end` one line, or `None` if a comment in it is not
/// ASCII: its characters cannot be replaced one by one.
fn changes(bytes: &[u8], start: usize, end: usize, comments: &[usize]) -> Option<Vec<Change>> {
    let mut changes: Vec<Change> = Vec::new();
    let mut hide = |position: usize| changes.push((number(position), b' '));
    for &comment in comments.iter().take_while(|&&comment| comment < end) {
        let comment_end = gaps::line_end(bytes, comment);
        if !bytes[comment..comment_end].is_ascii() {
            return None;
        }
        (comment..comment_end).for_each(&mut hide);
    }
    memchr::memchr2_iter(b'\n', b'\r', &bytes[start..end]).for_each(|index| hide(start + index));
    Some(changes)
}

fn diagnostic(text: &str, file: FileId, start: usize, column: usize, lines: &[(usize, usize)]) -> Diagnostic {
    let what = match text.as_bytes()[start] {
        b'[' => "list",
        b'{' => "map",
        _ => "quoted string",
    };
    let (_, first) = lines[0];
    let first_end = first + text[first..].lines().next().unwrap_or("").trim_end().len();
    let span = |start: usize, end: usize| Span::new(file, number(start), number(end));
    let indented = " ".repeat(column + 2);
    let edits =
        lines.iter().map(|&(line, content)| Edit { span: span(line, content), text: indented.clone() });
    let mut diagnostic = rules::unindented_line::new(span(first, first_end), what, span(start, start + 1));
    diagnostic.fixes.push(Fix::safe("indent the lines", edits.collect()));
    diagnostic
}
