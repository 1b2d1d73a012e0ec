//! Prints strings as YAML, in the simplest way that is read as the same string.

use std::fmt::Write as _;

use super::scalar::{Scalar, resolve_plain};
use super::typography::has_invisible;

/// Returns a string as a scalar on one line, in a block or between brackets: plain if that means the same,
/// else in double quotes.
#[must_use]
pub fn plain(text: &str) -> String {
    if is_plain(text, "") { text.to_owned() } else { quoted(text) }
}

/// Returns a string as a scalar on one line, outside of brackets: plain if that means the same, else in double
/// quotes.
#[must_use]
pub fn plain_in_block(text: &str) -> String {
    if is_plain_in_block(text) { text.to_owned() } else { quoted(text) }
}

/// Whether a string needs no quotes outside of brackets; includes prose.
pub(super) fn is_plain_in_block(text: &str) -> bool {
    is_plain(text, ",;'!?%&@…–—“”‘’€£°µ§")
}

/// Whether a string needs no quotes between brackets, as a key or a value.
pub(super) fn is_plain_anywhere(text: &str) -> bool {
    // Parsers read a dash before a comma or bracket as an item.
    is_plain(text, "") && !text.ends_with(" -")
}

fn is_plain(text: &str, extra_characters: &str) -> bool {
    if is_long_name(text) {
        return true;
    }
    let inner = |c: char| {
        c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '$' | '(' | ')' | '+' | '=' | ':')
    };
    let starts =
        text.chars().next().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '/' | '$' | '.'));
    // A colon inside a qualified name is allowed; one before a space is not.
    starts
        && text.chars().all(|c| inner(c) || extra_characters.contains(c))
        && !text.ends_with([':', ' '])
        && !text.contains(": ")
        && !text.starts_with("...")
        && matches!(resolve_plain(text), Scalar::String(_))
        && super::looks_like_yaml_1_1(text).is_none()
        && !is_number_elsewhere(text)
}

/// Whether a text is a long name: words with a meaning in YAML are shorter.
fn is_long_name(text: &str) -> bool {
    text.len() > "false".len()
        && text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/'))
}

/// Whether readers of YAML 1.1 read a string as a number: `1_000`, `12:30:45`.
fn is_number_elsewhere(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains(['_', ':'])
        && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'_' | b':' | b'.'))
}

/// Returns a string in double quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    // Without escapes, these would not be read.
    let has_invisible = has_invisible(text);
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // Characters that are not printable in YAML, or that other readers read as the end of a line.
            c if c.is_control()
                || has_invisible && !c.is_ascii()
                || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}') =>
            {
                let _ = write!(quoted, "\\u{:04X}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
