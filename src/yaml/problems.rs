//! Describes syntax errors, and hides directives that the parser misreads.

use std::borrow::Cow;

use super::brackets::Brackets;
use super::glued;
use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, quoted, rules};

/// Returns the diagnostic for a syntax error at byte `position`; the bracket at `open` may be unclosed.
pub(super) fn report(text: &str, file: FileId, position: u32, open: Option<u32>, info: &str) -> Diagnostic {
    let location = visible(text, file, position);
    if let Some(open) = open {
        let (what, close) = if text[open as usize..].starts_with('[') { ("list", ']') } else { ("map", '}') };
        let opener = Span::new(file, open, open + 1);
        let closes = text[position as usize..].starts_with(close);
        if closes || (info.contains("indentation in flow") && !starts_entry(&text[position as usize..])) {
            return rules::yaml_syntax::new(location, &format!("this line of a {what} is not indented"))
                .also(opener, format!("the {what} opens here"))
                .help("indent it deeper than the key of the value");
        }
        return rules::yaml_syntax::new(opener, &format!("this {what} is not closed"))
            .label("opened here")
            .also(location, "the next entry starts here")
            .help(format!("close it with `{close}`, and indent its lines deeper than its key"));
    }
    if let Some((start, end)) = conflict_marker(text, position as usize) {
        return rules::yaml_syntax::new(span(file, start, end), "this line is a merge conflict marker")
            .label("this line is the cause")
            .help("keep one of the versions, and remove the lines with `<<<<<<<`, `=======` and `>>>>>>>`");
    }
    if let Some((start, end)) = glued_bracket(text, position as usize, info) {
        let bracket = span(file, end - 1, end - 1);
        return rules::yaml_syntax::new(span(file, start, end), "missing space after `:`")
            .label("parsing stopped here")
            .help("add a space after `:`")
            .fix("add the space", bracket, " ");
    }
    if let Some((start, end)) = call_without_braces(text, position as usize, info) {
        let call = format!("{{ {} }}", &text[start..end]);
        let (location, help) = (span(file, start, end), format!("write {}", quoted(&call)));
        return rules::yaml_syntax::new(location, "a function call with arguments needs braces")
            .help(help.clone())
            .fix(help, location, call);
    }
    if let Some(diagnostic) = unclosed_quote(text, file, location.start as usize, info) {
        return diagnostic;
    }
    if let Some((start, end, message, help)) = culprit_above(text, position as usize, info) {
        let diagnostic =
            rules::yaml_syntax::new(span(file, start, end), message).label("this line is the cause");
        return match intended_entry(&text[start..end], message) {
            Some(entry) => {
                let (help, location) = (format!("write {}", quoted(&entry)), span(file, start, end));
                let diagnostic = diagnostic.help(help.clone());
                if has_lines_below(text, start, end) {
                    diagnostic.unsafe_fix(help, location, entry)
                } else {
                    diagnostic.fix(help, location, entry)
                }
            }
            None => diagnostic.help(help),
        };
    }
    let location =
        indenting_tab(text, position as usize, info).map_or(location, |tab| span(file, tab, tab + 1));
    let (message, help) = explain(text, location.start as usize, info);
    rules::yaml_syntax::new(location, &message).help_opt(help)
}

/// Whether the next line of content is indented deeper than the content of a line, at `start..end`.
fn has_lines_below(text: &str, start: usize, end: usize) -> bool {
    let line_start = text[..start].rfind('\n').map_or(0, |index| index + 1);
    let content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let next = text[end..].lines().skip(1).find(content);
    next.is_some_and(|line| line.len() - line.trim_start().len() > start - line_start)
}

/// Returns the diagnostic for the quote at `start` if an entry follows in the next line, so that it is never closed.
fn unclosed_quote(text: &str, file: FileId, start: usize, info: &str) -> Option<Diagnostic> {
    let is_quote = matches!(text.as_bytes().get(start), Some(b'"' | b'\''));
    if !is_quote || !info.contains("indentation in quoted scalar") {
        return None;
    }
    let (quote, rest) = (&text[start..=start], &text[start + 1..]);
    let mut lines = rest.lines();
    let line = lines.next()?;
    let next = lines.find(|line| !line.trim().is_empty())?.trim_start();
    if line.contains(quote) || !starts_entry(next.strip_prefix("- ").unwrap_or(next)) {
        return None;
    }
    let line = line.trim_end();
    let end = start + 1 + line.len();
    let diagnostic = rules::yaml_syntax::new(span(file, start, start + 1), "this quote is never closed")
        .label("opened here")
        .help(format!("add the closing quote: {}", quoted(&format!("{quote}{line}{quote}"))));
    Some(if line.contains(" #") {
        diagnostic
    } else {
        diagnostic.unsafe_fix("add the closing quote", span(file, end, end), quote)
    })
}

/// What the parser says where it expects a value.
const NO_CONTENT: &str = "expected node content";
/// What the tree says of a tab before the first entry of a block map or list.
pub(super) const TAB_BEFORE_ENTRY: &str = "tab before the first entry";

/// Returns the position of the tab that indents the line of `position` or the next one, or the entry after a dash there.
fn indenting_tab(text: &str, position: usize, info: &str) -> Option<usize> {
    let line = text[..position.min(text.len())].rfind('\n').map_or(0, |index| index + 1);
    let is_before = |c: char| c == ' ' || info == TAB_BEFORE_ENTRY && matches!(c, '-' | '?' | ':');
    let mut start = line;
    for line in text[line..].split_inclusive('\n').take(2) {
        let before = line.len() - line.trim_start_matches(is_before).len();
        if line[before..].starts_with('\t') && !line.trim().is_empty() {
            return Some(start + before);
        }
        start += line.len();
    }
    None
}

/// Returns the span of a merge conflict marker in the line of `position` or one of the lines around it.
fn conflict_marker(text: &str, position: usize) -> Option<(usize, usize)> {
    const MARKERS: [&str; 4] = ["<<<<<<< ", "||||||| ", "=======", ">>>>>>> "];
    let position = position.min(text.len());
    let line = text[..position].rfind('\n').map_or(0, |index| index + 1);
    let mut start = text[..line.saturating_sub(1)].rfind('\n').map_or(0, |index| index + 1);
    for line in text[start..].split_inclusive('\n').take(3) {
        let content = line.trim_end();
        let is_marker = MARKERS.iter().any(|marker| content.starts_with(marker));
        if is_marker && (!content.starts_with('=') || content.len() == 7) {
            return Some((start, start + content.len()));
        }
        start += line.len();
    }
    None
}

/// Returns the span of a bracket right after a colon: at `position`, or after the key at the start of its line or of the
/// line above, with the key.
fn glued_bracket(text: &str, position: usize, info: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let is_glued =
        |colon: usize| bytes.get(colon) == Some(&b':') && matches!(bytes.get(colon + 1), Some(b'{' | b'['));
    let colons = [Some(position), position.checked_sub(1)];
    if let Some(colon) = colons.into_iter().flatten().find(|colon| is_glued(*colon)) {
        return Some((colon, colon + 2));
    }
    let causes = ["misplaced bracket", "indentation in flow", "mapping values are not allowed"];
    if !causes.iter().any(|part| info.contains(part)) {
        return None;
    }
    let line_start = |position: usize| text[..position].rfind('\n').map_or(0, |index| index + 1);
    let line = line_start(position.min(text.len()));
    let starts = [Some(line), line.checked_sub(1).map(line_start)];
    starts.into_iter().flatten().find_map(|start| {
        let (key, end) = glued::find_in_line(text[start..].lines().next()?)?;
        Some((start + key, start + end))
    })
}

/// Returns the span of `$function: argument` in the line of `position`, if it is the value of a key or an entry.
fn call_without_braces(text: &str, position: usize, info: &str) -> Option<(usize, usize)> {
    if !["mapping values are not allowed", "illegal placement of ':'"].iter().any(|part| info.contains(part))
    {
        return None;
    }
    let start = text[..position.min(text.len())].rfind('\n').map_or(0, |index| index + 1);
    let line = text[start..].lines().next()?;
    let line = line.split(" #").next().unwrap_or(line).trim_end();
    let dollar = line.find(": $")? + 2;
    let (function, argument) = line[dollar + 1..].split_once(": ")?;
    let is_name = !function.is_empty() && function.chars().all(|c| c.is_alphanumeric() || "_-.:".contains(c));
    let is_value = !argument.trim().is_empty() && !line[..dollar].contains(['{', '[', '"', '\'']);
    (is_name && is_value).then_some((start + dollar, start + line.len()))
}

/// Finds the line above `position` without a `:` or the space after it, which causes an error in the next line.
/// Returns its span, the message and the help.
fn culprit_above(
    text: &str,
    position: usize,
    info: &str,
) -> Option<(usize, usize, &'static str, &'static str)> {
    const BEFORE_COMMENT: &str = "comment intercepting";
    let causes = [
        "mapping values are not allowed",
        "illegal placement of ':'",
        "simple key",
        "find expected key",
        BEFORE_COMMENT,
    ];
    if !causes.iter().any(|part| info.contains(part)) {
        return None;
    }
    let line = text[..position.min(text.len())].rfind('\n').map_or(0, |index| index + 1);
    let is_in_line = info.contains(BEFORE_COMMENT);
    let mut end = if is_in_line { line + text[line..].lines().next().map_or(0, str::len) } else { line };
    loop {
        end = text[..end].trim_end().len();
        let start = text[..end].rfind('\n').map_or(0, |index| index + 1);
        let above = &text[start..end];
        if above.trim_start().starts_with('#') && start > 0 {
            end = start;
            continue;
        }
        let above = above.split(" #").next().unwrap_or(above).trim_end();
        let (end, content) = (start + above.len(), above.trim_start());
        let content_start = start + above.len() - content.len();
        let entry = content.strip_prefix('-').unwrap_or_default();
        if info.contains("find expected key") && entry.starts_with(|c: char| c.is_alphabetic()) {
            let message = "missing space after `-`";
            return Some((content_start, end, message, "write `- ` before each entry of a list"));
        }
        let plain = content.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if !plain || content.contains(": ") || content.ends_with(':') {
            return None;
        }
        return Some(match content.find(':') {
            Some(_) => (content_start, end, "missing space after `:`", "write `key: value`"),
            None => (
                content_start,
                end,
                "this line is not a `key: value` pair",
                "add `:` after the key; if the line continues a value, indent it deeper than the key",
            ),
        });
    }
}

/// Returns what a line with `-host: web`, `port :80`, `port:80` or `port=80` stands for, if `message` is about it.
fn intended_entry(line: &str, message: &str) -> Option<String> {
    match message {
        "missing space after `-`" => Some(format!("- {}", line.strip_prefix('-')?)),
        "missing space after `:`" => {
            let (key, value) = line.split_once(':')?;
            let (key, value) = (key.trim_end(), value.trim_start());
            let is_entry = !value.is_empty() && !value.starts_with(':') && !key.contains(' ');
            is_entry.then(|| format!("{key}: {value}"))
        }
        _ => entry_with_colon(line),
    }
}

/// Returns the entry `key: value` that a line with `key=value` stands for.
#[must_use]
pub fn entry_with_colon(line: &str) -> Option<String> {
    let (key, value) = line.trim().split_once('=')?;
    let (key, value) = (key.trim(), value.trim());
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let is_entry = !key.is_empty() && key.chars().all(is_name) && !value.is_empty();
    (is_entry && !value.contains(['\n', '='])).then(|| format!("{key}: {value}"))
}

/// Whether a line starts like `key:`, so that a bracket above it was left open by mistake.
pub(super) fn starts_entry(line: &str) -> bool {
    let line = line.lines().next().unwrap_or("");
    line.split_once(':').is_some_and(|(key, rest)| {
        !key.contains([' ', '"', '\'', ',', ']', '}']) && (rest.is_empty() || rest.starts_with(' '))
    })
}

/// Returns the span of the character at `position`, or of the last one before it if a line or the text ends there.
fn visible(text: &str, file: FileId, position: u32) -> Span {
    let mut start = (position as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let next = text[start..].chars().next();
    if next.is_none_or(|c| c == '\n' || c == '\r') {
        let visible_end = text[..start].trim_end().len();
        if let Some((index, c)) = text[..visible_end].char_indices().next_back() {
            return span(file, index, index + c.len_utf8());
        }
    }
    span(file, start, start + next.map_or(0, char::len_utf8))
}

fn span(file: FileId, start: usize, end: usize) -> Span {
    let number = |offset| u32::try_from(offset).unwrap_or(u32::MAX);
    Span::new(file, number(start), number(end))
}

/// An error of the parser, by parts of its text, and what is said instead.
type ParserError = (&'static [&'static str], &'static str, &'static str);

/// The tab, which also shows in the line itself.
const TAB: ParserError = (&["tab"], "tab used for indentation", "indent with spaces; YAML forbids tabs here");

/// The errors of the parser: parts of its text, any of which is enough, then the message and the help. The first
/// row that matches counts. No other foreign messages are searched for words.
const PARSER_ERRORS: &[ParserError] = &[
    TAB,
    (
        &["mapping values are not allowed", "illegal placement of ':'"],
        "unexpected `: `",
        "quote the value if it contains `: `, or move the key to its own line and align it",
    ),
    (
        &["did not find expected key"],
        "this line is not aligned with the other keys of its map",
        "align it; check for unclosed quotes or brackets above",
    ),
    (
        &["did not find expected '-'", "block sequence entries are not allowed"],
        "unexpected list entry",
        "indent all entries of a list equally, and do not mix `- ` entries with keys",
    ),
    (
        &["flow mapping"],
        "unclosed `{`, or missing `,`",
        "close it with `}`, or separate its entries with `,`",
    ),
    (
        &["flow sequence"],
        "unclosed `[`, or missing `,`",
        "close it with `]`, or separate its entries with `,`",
    ),
    (
        &["indentation in flow", "misplaced bracket"],
        "unexpected bracket",
        "indent all lines of a `[` or `{` value, including the closing bracket, deeper than its key",
    ),
    (
        &["unexpected end of stream", "document indicator"],
        "a quoted string is not closed",
        "add the closing quote",
    ),
    (
        &["indentation in quoted scalar"],
        "a quoted string is not closed, or this line of it is not indented",
        "add the closing quote, or indent the line deeper than the key of the string",
    ),
    (
        &["unknown escape", "hexadecimal", "Unicode character escape"],
        "unknown escape in a double-quoted string",
        "write `\\\\` for a backslash, or use single quotes, where a backslash has no special meaning",
    ),
    (
        &["trailing content"],
        "unexpected text after the closing quote",
        "put single quotes around the whole value, and double any single quote inside it",
    ),
    (&["unexpected character"], "a value cannot start with this character", "quote the value"),
    (
        &["simple key"],
        "this line is not a `key: value` pair",
        "add `:` and a space after the key, and keep the key on one line",
    ),
    (
        &["indentation", "block scalar"],
        "invalid indentation",
        "indent the entries of a map or list equally, with spaces",
    ),
    (&["must be followed by", "expected whitespace"], "missing space", "add a space after `-`, `:` or `?`"),
    (&["handle wasn't declared"], "tag has an undeclared prefix", "remove the tag; TOSCA does not use tags"),
    (&[NO_CONTENT], "missing value or key", "remove the extra `,`, or add the value"),
    (&["anchor or alias"], "anchor or alias has no name", "add a name after `&` or `*`, or quote the value"),
    (&["comment intercepting"], "comment inside a value", "move the comment, or quote the whole value"),
];

/// Returns what the parser says of the other kind of bracket if that at byte `position` does not close the last one that is
/// opened from byte `start` on.
fn unclosed(text: &str, start: usize, position: usize) -> Option<&'static str> {
    let mut open = Vec::new();
    for (_, bracket) in Brackets::new(text, start).take_while(|(bracket, _)| *bracket < position) {
        if matches!(bracket, b'[' | b'{') {
            open.push(bracket);
        } else {
            open.pop();
        }
    }
    match (open.last()?, text.as_bytes().get(position)?) {
        (b'[', b'}') => Some("flow sequence"),
        (b'{', b']') => Some("flow mapping"),
        _ => None,
    }
}

/// Returns the message and help for the parser's message.
fn explain(text: &str, position: usize, info: &str) -> (String, Option<String>) {
    let start = text[..position.min(text.len())].rfind('\n').map_or(0, |index| index + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let info = unclosed(text, start, position).filter(|_| info.contains(NO_CONTENT)).unwrap_or(info);
    let starts_with_tab = line.trim_start_matches(' ').starts_with('\t');
    let matches = |(parts, ..): &&ParserError| parts.iter().any(|part| info.contains(part));
    let error = if starts_with_tab { Some(&TAB) } else { PARSER_ERRORS.iter().find(matches) };
    match error {
        Some((_, message, help)) => ((*message).to_owned(), Some((*help).to_owned())),
        None => (
            info.strip_prefix("while ").map_or_else(|| info.to_owned(), |rest| format!("error while {rest}")),
            None,
        ),
    }
}

/// Hides non-ASCII characters of directive lines, one by one, because the parser counts them wrongly.
pub(super) fn blank_directives(text: &str) -> Cow<'_, str> {
    let start = text.trim_start_matches('\u{feff}');
    if !start
        .lines()
        .take_while(|l| l.is_empty() || l.starts_with(['%', '#']))
        .any(|l| l.starts_with('%') && !l.is_ascii())
    {
        return Cow::Borrowed(text);
    }
    let mut blanked = String::with_capacity(text.len());
    let mut in_head = true;
    for line in text.split_inclusive('\n') {
        in_head &= line.trim_start_matches('\u{feff}').starts_with(['%', '#', '\n', '\r']);
        if in_head && line.starts_with('%') {
            blanked.extend(line.chars().map(|c| if c.is_ascii() { c } else { 'x' }));
        } else {
            blanked.push_str(line);
        }
    }
    Cow::Owned(blanked)
}
