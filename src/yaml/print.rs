//! Strings as YAML: the plainest way to write one that is read as the same string again.

use std::fmt::Write as _;

use super::scalar::{Scalar, resolve_plain};

/// A string as a scalar of one line, in a block or between brackets: plain where that means the same, else in
/// double quotes.
#[must_use]
pub fn plain(text: &str) -> String {
    let inner = |c: char| {
        c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '$' | '(' | ')' | '+' | '=')
    };
    let starts =
        text.chars().next().is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '/' | '$' | '.'));
    // A colon inside a qualified name is fine; one before a blank is not.
    let safe = text.chars().all(|c| inner(c) || c == ':')
        && !text.ends_with([':', ' '])
        && !text.contains(": ")
        && !text.starts_with("...")
        && matches!(resolve_plain(text), Scalar::String(_))
        && super::looks_like_yaml_1_1(text).is_none();
    if starts && safe { text.to_owned() } else { quoted(text) }
}

/// A string in double quotes.
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            // What YAML calls not printable, and what other readers take for the end of a line.
            c if c.is_control()
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
