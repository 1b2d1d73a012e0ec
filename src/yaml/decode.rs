//! Decodes bytes to text: encodings, and characters that YAML forbids.

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};

/// Returns the text of `bytes`, which must be UTF-8 with or without a byte order mark. Otherwise, there is
/// one diagnostic with the byte offset, and the text has the invalid bytes replaced, or is empty if nothing
/// can be read.
#[must_use]
pub fn decode(bytes: Vec<u8>, file: FileId) -> (String, Vec<Diagnostic>) {
    if let Some(encoding) = other_encoding(&bytes) {
        let diagnostic = rules::not_utf8::other_encoding(Span::start_of(file), encoding);
        return (String::new(), vec![diagnostic]);
    }
    if let Some(at) = memchr::memchr(0, &bytes) {
        let diagnostic = rules::not_utf8::binary(Span::start_of(file), at);
        return (String::new(), vec![diagnostic]);
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let diagnostics = control_character(&text, file).into_iter().collect();
            (text, diagnostics)
        }
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[at];
            let start = offset(at);
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            let end = start + offset('\u{fffd}'.len_utf8());
            let diagnostic = rules::not_utf8::invalid_byte(Span::new(file, start, end), at, byte);
            (text, vec![diagnostic])
        }
    }
}

fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, 1..=0x7F, ..] => Some("UTF-32"),
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => Some("UTF-16"),
        [first, 0, second, 0, ..] | [0, first, 0, second, ..]
            if first.is_ascii_graphic() && second.is_ascii_graphic() =>
        {
            Some("UTF-16")
        }
        _ => None,
    }
}

/// Reports a control character other than tab, line feed and carriage return, which are the only ones that
/// YAML allows.
fn control_character(text: &str, file: FileId) -> Option<Diagnostic> {
    let is_wrong = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0C | 0x0E..=0x1F | 0x7F);
    // In blocks, which the compiler can vectorize; most files have none.
    let blocks = text.as_bytes().chunks(256);
    let block = blocks.map(|block| block.iter().fold(false, |any, byte| any | is_wrong(byte)));
    let start = block.enumerate().find(|(_, wrong)| *wrong)?.0 * 256;
    let at = start + text.as_bytes()[start..].iter().position(is_wrong)?;
    let byte = text.as_bytes()[at];
    let span = Span::new(file, offset(at), offset(at + 1));
    Some(rules::control_character::new(span, byte))
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
