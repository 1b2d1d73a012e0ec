//! The encoding that a file in XML declares.

use std::ops::Range;

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, quoted, rules};

/// Encodings whose characters up to 127 are those of ASCII: a text of only these is the same in all of them.
const LIKE_ASCII: &[&str] = &["us-ascii", "ascii", "iso-8859-", "iso8859-", "latin", "windows-125"];

/// Reports a declared encoding that is not the one of the file, whose text was read as UTF-8, or as UTF-16 if `is_utf_16`.
pub(super) fn report(text: &str, is_utf_16: bool, file: FileId) -> Option<Diagnostic> {
    let range = declared(text)?;
    let name = text.get(range.clone())?;
    let lower = name.to_ascii_lowercase();
    let is_right = match lower.as_str() {
        "utf-8" | "utf8" => !is_utf_16,
        "utf-16" | "utf-16le" | "utf-16be" | "iso-10646-ucs-2" => is_utf_16,
        _ => !is_utf_16 && text.is_ascii() && LIKE_ASCII.iter().any(|start| lower.starts_with(start)),
    };
    if is_right {
        return None;
    }
    let actual = if is_utf_16 { "UTF-16" } else { "UTF-8" };
    let offset = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    Some(rules::malformed_xml::new(
        Span::new(file, offset(range.start), offset(range.end)),
        &format!("the encoding {} is not that of the file", quoted(name)),
        &format!("read as {actual}"),
        &format!("write `encoding=\"{actual}\"`, and save the file in it"),
    ))
}

/// Returns the location of the name of the encoding.
fn declared(text: &str) -> Option<Range<usize>> {
    const START: &str = "<?xml";
    const NAME: &str = "encoding";
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let end = text.get(start..).filter(|rest| rest.starts_with(START))?.find("?>")? + start;
    let name = text.get(start..end)?.find(NAME)? + start + NAME.len();
    let after = text.get(name..end)?;
    let quote = after.find(['"', '\''])?;
    let quoted = name + quote + 1;
    let length = text.get(quoted..end)?.find(after.as_bytes()[quote] as char)?;
    Some(quoted..quoted + length)
}
