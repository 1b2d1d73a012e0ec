//! Prints scalars: as written if that is canonical, else in the simplest way.

use crate::yaml::print::{is_plain_anywhere, is_plain_in_block, quoted};
use crate::yaml::tree::{Kind, LOWERED, Style, Tag, YamlNode};

/// The position where a scalar is printed.
#[derive(Clone, Copy)]
pub(super) struct ScalarPosition {
    /// Between brackets.
    pub(super) flow: bool,
    /// As a key, which must be on one line.
    pub(super) key: bool,
    /// The column of lines after the first.
    pub(super) indent: usize,
    /// Whether quotes are kept even where they are not needed.
    pub(super) keep_quotes: bool,
}

/// Prints a scalar on one or more lines, without anchor and tag. A block scalar is printed in quotes.
pub(super) fn inline(node: YamlNode<'_>, position: ScalarPosition) -> String {
    let (text, written) = (node.text(), node.written());
    let lowered = node.data().flags & LOWERED != 0;
    if node.kind() == Kind::Invalid {
        return if written.contains('\n') { String::new() } else { written.to_owned() };
    }
    let tag = match node.data().tag() {
        // A copy carries no tag.
        tag if node.tag().is_none() => match tag {
            Tag::Int => "!!int ",
            Tag::Float => "!!float ",
            Tag::Bool => "!!bool ",
            Tag::Null => "!!null ",
            Tag::None | Tag::Str | Tag::Other => "",
        },
        _ => "",
    };
    let is_string = node.data().tag() == Tag::None && node.is_string();
    let plain = |text: &str| {
        if position.flow || position.key { is_plain_anywhere(text) } else { is_plain_in_block(text) }
    };
    let anew = || if plain(text) { text.to_owned() } else { quoted(text) };
    let is_multiline = written.contains('\n');
    let printed = match node.style() {
        Style::Plain if lowered => {
            if is_string {
                anew()
            } else {
                text.to_owned()
            }
        }
        Style::Plain if node.data().tag() == Tag::Str && node.tag().is_none() => anew(),
        Style::Plain if is_multiline && position.key => anew(),
        // A dash alone in its line must not be followed by a comma.
        Style::Plain if is_multiline && position.flow && written.lines().any(|line| line.trim() == "-") => {
            anew()
        }
        Style::Plain if is_multiline => lines(written, position.indent, false),
        Style::Plain => {
            let hostile = position.flow && is_string && written.contains([',', '[', ']', '{', '}']);
            if hostile { quoted(text) } else { written.to_owned() }
        }
        _ if lowered => anew(),
        Style::Literal | Style::Folded => anew(),
        style if is_multiline => {
            if position.key {
                quoted(text)
            } else {
                lines(written, position.indent, style == Style::DoubleQuoted)
            }
        }
        _ if position.keep_quotes || node.data().tag() != Tag::None => written.to_owned(),
        _ if plain(text) => text.to_owned(),
        Style::SingleQuoted if !text.contains(['"', '\\']) && quoted(text).len() == text.len() + 2 => {
            quoted(text)
        }
        _ => written.to_owned(),
    };
    format!("{tag}{printed}")
}

/// Indents the further lines of a scalar; blank lines in it are line breaks of the text and stay.
fn lines(written: &str, indent: usize, escapes: bool) -> String {
    let mut out = String::with_capacity(written.len());
    let last = written.split('\n').count() - 1;
    for (index, line) in written.split('\n').enumerate() {
        let line = if index == 0 { line } else { line.trim_start_matches([' ', '\t']) };
        let trimmed = if index == last { line } else { line.trim_end_matches([' ', '\t', '\r']) };
        if index > 0 {
            out.push('\n');
            if !trimmed.is_empty() {
                out.extend(std::iter::repeat_n(' ', indent));
            }
        }
        out.push_str(trimmed);
        // A space after a backslash is part of the text.
        let backslashes = trimmed.bytes().rev().take_while(|&byte| byte == b'\\').count();
        if escapes && backslashes % 2 == 1 && line.len() > trimmed.len() {
            let character = line[trimmed.len()..].chars().next().filter(|c| *c != '\r');
            out.extend(character);
        }
    }
    out
}

/// Returns the header and the lines of a block scalar whose content starts at column `indent`, or `None` if
/// it must be written in quotes.
pub(super) fn block(node: YamlNode<'_>, indent: usize) -> Option<(String, Vec<String>)> {
    let text = node.text();
    if node.data().flags & LOWERED != 0 || text.contains('\r') {
        return None;
    }
    let content = text.trim_end_matches('\n');
    let breaks = text.len() - content.len();
    let literal = node.style() == Style::Literal;
    let mut header = String::from(if literal { "|" } else { ">" });
    let lines: Vec<String> =
        if literal { content.split('\n').map(str::to_owned).collect() } else { folded(node, content)? };
    if lines.iter().find(|line| !line.is_empty()).is_some_and(|line| line.starts_with(' ')) {
        header.push('2');
    }
    match breaks {
        0 => header.push('-'),
        1 if !content.is_empty() => {}
        _ => header.push('+'),
    }
    let pad = " ".repeat(indent);
    let mut lines: Vec<String> =
        lines.into_iter().map(|line| if line.is_empty() { line } else { format!("{pad}{line}") }).collect();
    if content.is_empty() {
        lines.clear();
    }
    let blank_count = if content.is_empty() { breaks } else { breaks.saturating_sub(1) };
    lines.extend(std::iter::repeat_n(String::new(), blank_count));
    Some((header, lines))
}

/// Returns the lines of a folded scalar as the author broke them, without indentation.
fn folded(node: YamlNode<'_>, content: &str) -> Option<Vec<String>> {
    let from_start = node.tree().source().get(node.span().start as usize..)?;
    // Spaces at the end of the last line are part of the text, and not of the span.
    let end = node.written().len();
    let end = from_start[end..].find('\n').map_or(from_start.len(), |index| end + index);
    let mut raw: Vec<&str> = from_start[..end].lines().skip(1).collect();
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let Some(first) = raw.iter().find(|line| !line.trim().is_empty()) else {
        return Some(Vec::new());
    };
    let content_blanks = blanks(content.trim_start_matches('\n'));
    let indent = blanks(first).checked_sub(content_blanks)?;
    // Further lines of spaces are part of the text if they are longer than its indentation.
    let reaches =
        |line: &&str| line.trim().is_empty() && line.len() > indent + usize::from(line.ends_with('\r'));
    let blank_lines: Vec<&str> =
        from_start[end..].lines().skip(1).take_while(|line| line.trim().is_empty()).collect();
    if let Some(last) = blank_lines.iter().rposition(reaches) {
        raw.extend(&blank_lines[..=last]);
    }
    Some(raw.iter().map(|line| line.get(indent..).unwrap_or("").trim_end_matches('\r').to_owned()).collect())
}
