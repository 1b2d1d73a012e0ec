//! Finds text of other languages in a YAML file: whitespace that does not separate, comments that do not start with `#`,
//! and lines of template engines.
//!
//! Input: a text that is not everyday YAML. Output: the characters to replace so that the parser reads what is intended,
//! and one finding for each kind.

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, Edit, Fix, rules};

use super::builder::number;

/// A character that is taken for a space after a colon; elsewhere it is a part of the text that nobody sees.
const ZERO_WIDTH_SPACE: char = '\u{200b}';

/// What a text has of other languages.
#[derive(Default)]
pub(super) struct Foreign {
    /// The characters to replace, by position, in order.
    pub(super) changes: Vec<(usize, char)>,
    /// One finding for each kind.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether the text is a template, from which another text is made.
    pub(super) is_template: bool,
}

/// Returns what `text` has of other languages.
pub(super) fn find(text: &str, file: FileId) -> Foreign {
    let has_spaces = !text.is_ascii() && text.contains(is_taken_for_space);
    if !has_spaces && !["//", "/*", "--", ";", "{{", "{%", "<%"].iter().any(|mark| text.contains(mark)) {
        return Foreign::default();
    }
    let last_close = text.rfind("*/").unwrap_or(0);
    let mut scan = Scan { text, last_close, ..Scan::default() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        scan.line(start, line.trim_end_matches(['\n', '\r']));
        start += line.len();
    }
    scan.finish(file)
}

/// Returns the text with the characters replaced.
pub(super) fn replaced(text: &str, changes: &[(usize, char)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut position = 0;
    for &(start, new) in changes {
        out.push_str(&text[position..start]);
        out.push(new);
        position = start + text[start..].chars().next().map_or(0, char::len_utf8);
    }
    out.push_str(&text[position..]);
    out
}

/// Whether a line that starts with `text`, after its indentation, is a comment or a line of a template.
pub(super) fn starts_line(text: &str) -> bool {
    comment_mark(text).is_some() || is_template_line(text)
}

/// Returns the mark at the start of a comment.
fn comment_mark(text: &str) -> Option<&str> {
    let length = match text.as_bytes() {
        [b'/', b'/', ..] => text.len() - text.trim_start_matches('/').len(),
        [b'/', b'*', ..] => return Some(&text[..2]),
        [b'-', b'-', b' ', ..] => 2,
        [b';', ..] => text.len() - text.trim_start_matches(';').len(),
        _ => return None,
    };
    let (mark, rest) = text.split_at(length);
    let is_separate = rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']);
    // `//host/path` is a value.
    let word = rest.split_whitespace().next().unwrap_or("");
    (is_separate || mark == "//" && !word.contains(['/', '.', ':'])).then_some(mark)
}

fn is_template_line(text: &str) -> bool {
    ["{%", "{{", "<%"].iter().any(|mark| text.starts_with(mark))
}

/// Whether a character looks like a space, or like nothing, but is text in YAML.
fn is_foreign_space(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Whether a character may be taken for the space after a colon.
pub(super) fn is_taken_for_space(letter: char) -> bool {
    is_foreign_space(letter) || letter == ZERO_WIDTH_SPACE
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t') || is_foreign_space(letter)
}

/// The state at the start of a line.
#[derive(Default)]
struct Scan<'t> {
    text: &'t str,
    /// The position of the last `*/`.
    last_close: usize,
    /// The least column of the lines of a block scalar.
    block: Option<usize>,
    /// The quote of a string that is not closed.
    quote: Option<char>,
    /// The number of open brackets.
    depth: usize,
    /// The least column of a line that continues the last value.
    least: usize,
    /// Whether this value is a scalar without quotes.
    is_plain: bool,
    /// Whether a comment between `/*` and `*/` is open.
    in_comment: bool,
    /// The foreign spaces.
    spaces: Vec<usize>,
    /// The comments, each from its mark to the end of its line.
    comments: Vec<(usize, usize)>,
    /// The start and end of the first line of a template.
    template: Option<(usize, usize)>,
    /// The starts of the lines of comments and templates.
    hidden: Vec<usize>,
}

impl Scan<'_> {
    /// Scans the line at `start`.
    fn line(&mut self, start: usize, line: &str) {
        let content = line.trim_start_matches(is_blank);
        let column = line.chars().count() - content.chars().count();
        if self.in_comment {
            self.comment(start + line.len() - content.len(), start + line.len());
            return;
        }
        if content.is_empty() {
            return;
        }
        if self.block.is_some_and(|least| column >= least) {
            return;
        }
        self.block = None;
        if self.quote.is_some() {
            return self.tokens(start, line, 0, column);
        }
        if self.depth == 0 && self.is_plain && column >= self.least {
            // The text of a plain scalar goes on.
            self.is_plain = !content.contains(" #") && !content.starts_with('#');
            return;
        }
        self.is_plain = false;
        if column == 0 && ["---", "...", "%"].iter().any(|mark| content.starts_with(mark)) {
            self.least = 0;
            return;
        }
        let (mut position, mut column) = (line.len() - content.len(), column);
        let mut spaces = 0;
        let at = start + position;
        if starts_line(content) {
            if is_template_line(content) {
                self.template.get_or_insert((at, start + line.trim_end().len()));
                self.hidden.push(at);
            } else {
                self.comment(at, start + line.len());
            }
            return;
        }
        if content.starts_with('#') {
            return;
        }
        if self.depth == 0 {
            // The dashes of lists.
            while let Some(rest) = line[position..].strip_prefix('-')
                && (rest.is_empty() || rest.starts_with(is_blank))
            {
                self.least = column + 1;
                let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
                column += 1 + rest[..blanks].chars().count();
                position += 1 + blanks;
                spaces = position;
            }
        }
        let before = &line[..position.max(spaces)];
        let foreign = before.char_indices().filter(|(_, letter)| is_foreign_space(*letter));
        self.spaces.extend(foreign.map(|(index, _)| start + index));
        self.tokens(start, line, position, column);
    }

    /// Scans the tokens of a line from byte `position` on, which is in `column`.
    fn tokens(&mut self, start: usize, line: &str, mut position: usize, column: usize) {
        let (mut at_start, mut is_closed, mut has_key, mut is_plain) = (true, false, false, false);
        while let Some(letter) = line[position..].chars().next() {
            let rest = &line[position..];
            if let Some(quote) = self.quote {
                match end_of_quoted(rest, quote) {
                    Some(length) => position += length,
                    None => return,
                }
                self.quote = None;
                (at_start, is_closed, is_plain) = (false, true, false);
                continue;
            }
            let after = &rest[letter.len_utf8()..];
            let is_after_blank = line[..position].ends_with(is_blank) || position == 0;
            match letter {
                '#' if is_after_blank => break,
                '"' | '\'' if at_start => self.quote = Some(letter),
                '[' | '{' if at_start => {
                    self.depth += 1;
                    has_key = false;
                }
                ']' | '}' if self.depth > 0 => {
                    self.depth -= 1;
                    (at_start, is_closed, is_plain) = (false, true, false);
                }
                ',' if self.depth > 0 => (at_start, has_key, is_closed) = (true, false, false),
                ':' if !has_key
                    && (after.is_empty()
                        || after.starts_with(is_blank)
                        || after.starts_with(is_taken_for_space)) =>
                {
                    (at_start, has_key, is_closed, is_plain) = (true, true, false, false);
                    if self.depth == 0 {
                        self.least = column + 1;
                    }
                    if after.starts_with(is_taken_for_space) {
                        self.spaces.push(start + position + 1);
                    }
                }
                '|' | '>' if at_start && self.depth == 0 => {
                    let header = after
                        .trim_start_matches(['+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
                    if header.trim().is_empty() || header.trim_start().starts_with('#') {
                        self.block = Some(self.least);
                        return;
                    }
                    (at_start, is_plain) = (false, true);
                }
                _ if is_blank(letter) => {}
                _ if is_closed && is_after_blank && comment_mark(rest).is_some() => {
                    self.comment(start + position, start + line.len());
                    return;
                }
                _ => (at_start, is_closed, is_plain) = (false, false, true),
            }
            position += letter.len_utf8();
        }
        self.is_plain = is_plain && self.depth == 0 && !line[position..].starts_with('#');
    }

    /// Notes a comment, or a line of one.
    fn comment(&mut self, start: usize, end: usize) {
        let line = &self.text[start..end];
        if self.in_comment {
            self.in_comment = !line.contains("*/");
        } else if line.starts_with("/*") && !line.contains("*/") {
            self.in_comment = end <= self.last_close;
        }
        if !line.is_empty() {
            self.comments.push((start, end));
            self.hidden.push(start);
        }
    }

    fn finish(self, file: FileId) -> Foreign {
        let span = |start: usize, end: usize| Span::new(file, number(start), number(end));
        let mut diagnostics = Vec::new();
        if let Some(&first) = self.spaces.first() {
            let letter = self.text[first..].chars().next().unwrap_or(' ');
            let edits = self.spaces.iter().map(|&start| {
                let end = start + self.text[start..].chars().next().map_or(0, char::len_utf8);
                Edit::new(span(start, end), " ")
            });
            let at = span(first, first + letter.len_utf8());
            let mut diagnostic = rules::yaml_syntax::foreign_space(at, letter, self.spaces.len() - 1);
            diagnostic.fixes.push(Fix::safe("write spaces", edits.collect()));
            diagnostics.push(diagnostic);
        }
        if let Some(&(start, end)) = self.comments.first() {
            let mark = comment_mark(&self.text[start..end]).unwrap_or("//");
            let comment = rewritten_comment(&self.text[start..end]);
            let edits = self
                .comments
                .iter()
                .map(|&(start, end)| Edit::new(span(start, end), rewritten_comment(&self.text[start..end])));
            let at = span(start, start + mark.len());
            let mut diagnostic =
                rules::yaml_syntax::foreign_comment(at, mark, &comment, self.comments.len() - 1);
            diagnostic.fixes.push(Fix::safe("write comments with `#`", edits.collect()));
            diagnostics.push(diagnostic);
        }
        if let Some((start, end)) = self.template {
            let template = rules::yaml_syntax::template(span(start, end));
            diagnostics = vec![template.explains(span(0, self.text.len()))];
        }
        let mut changes: Vec<(usize, char)> = self.spaces.iter().map(|&start| (start, ' ')).collect();
        changes.extend(self.hidden.iter().map(|&start| (start, '#')));
        changes.sort_unstable();
        Foreign { changes, diagnostics, is_template: self.template.is_some() }
    }
}

/// Returns a comment, or a line of one, as YAML writes it.
fn rewritten_comment(line: &str) -> String {
    let content = comment_mark(line).map_or(line, |mark| &line[mark.len()..]);
    let content = content.trim().trim_start_matches('*').trim_end_matches("*/").trim_end_matches('*');
    let content = content.trim().trim_end_matches('/').trim_end();
    if content.is_empty() { "#".to_owned() } else { format!("# {content}") }
}

/// Returns the number of bytes up to the end of a quoted string, after its quote, or `None` if it does not end here.
fn end_of_quoted(text: &str, quote: char) -> Option<usize> {
    let mut letters = text.char_indices().peekable();
    while let Some((index, letter)) = letters.next() {
        if letter == '\\' && quote == '"' {
            letters.next();
        } else if letter == quote {
            if quote == '\'' && letters.next_if(|(_, next)| *next == '\'').is_some() {
                continue;
            }
            return Some(index + 1);
        }
    }
    None
}
