//! Where things stand, as other tools want to be told.

use std::fmt::Write as _;

use crate::base::Source;
use crate::diagnostics::is_obeyed;
use crate::session::written;
use crate::yaml::Node;

/// A path with `/` where this machine writes something else.
fn with_slashes(path: &str) -> String {
    if std::path::MAIN_SEPARATOR == '/' { path.to_owned() } else { path.replace('\\', "/") }
}

/// A path as a URI: relative to where it counts from, or a `file:` one.
pub(super) fn uri(path: &str) -> String {
    let path = with_slashes(path);
    let drive = path.as_bytes().get(1) == Some(&b':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut uri = match (path.starts_with("//"), path.starts_with('/'), drive) {
        (true, ..) => String::from("file:"),
        (_, true, _) => String::from("file://"),
        (.., true) => String::from("file:///"),
        _ => String::new(),
    };
    for (at, byte) in path.bytes().enumerate() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(byte));
            }
            b':' if drive && at == 1 => uri.push(':'),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// The line of a byte, and its column in bytes.
pub(super) fn line_and_byte_column(source: &Source, at: u32) -> (u32, u32) {
    let line = source.lines().line_of(at);
    let start = source.lines().line_start(line);
    (u32::try_from(line + 1).unwrap_or(u32::MAX), at - start + 1)
}

/// A key on one line, cut where it is no name any more.
pub(super) fn name(key: Node<'_>) -> String {
    let text = written(key);
    let text = if text.is_empty() { key.written() } else { text };
    let mut shown: String = text.chars().take(60).map(|c| if is_obeyed(c) { ' ' } else { c }).collect();
    if text.chars().nth(60).is_some() {
        shown.push('…');
    }
    shown
}
