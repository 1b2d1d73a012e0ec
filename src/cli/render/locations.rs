//! Formats locations for other tools.

use std::fmt::Write as _;

use crate::base::Source;
use crate::diagnostics::is_obeyed;
use crate::session::written;
use crate::yaml::YamlNode;

/// Returns a path with `/` as separator on all platforms.
fn with_slashes(path: &str) -> String {
    if std::path::MAIN_SEPARATOR == '/' { path.to_owned() } else { path.replace('\\', "/") }
}

/// Returns a path as a URI: relative, or a `file:` URI if the path is absolute.
pub(super) fn uri(path: &str) -> String {
    let path = with_slashes(path);
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut uri = match (path.starts_with("//"), path.starts_with('/'), drive) {
        (true, ..) => String::from("file:"),
        (_, true, _) => String::from("file://"),
        (.., true) => String::from("file:///"),
        _ => String::new(),
    };
    for (index, byte) in path.bytes().enumerate() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            b':' if drive && index == 1 => uri.push(':'),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// Returns the line of a byte offset, and its column in bytes.
pub(super) fn line_and_byte_column(source: &Source, offset: u32) -> (u32, u32) {
    let line = source.lines().line_of(offset);
    let start = source.lines().line_start(line);
    (u32::try_from(line + 1).unwrap_or(u32::MAX), offset - start + 1)
}

/// Returns a key on one line, cut after 60 characters.
pub(super) fn name(key: YamlNode<'_>) -> String {
    let text = written(key);
    let text = if text.is_empty() { key.written() } else { text };
    let mut shown: String = text.chars().take(60).map(|c| if is_obeyed(c) { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}
