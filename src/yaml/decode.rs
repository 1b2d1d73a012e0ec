//! Decodes the bytes of a file to text.
//!
//! Input: bytes. Output: text, always, and at most one diagnostic: about the encoding, or about a control
//! character that YAML forbids.

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, rules};

/// Returns the text of `bytes`, which must be UTF-8 with or without a byte order mark. If they are not,
/// returns the text with replaced invalid bytes and a diagnostic about the first one; for other encodings and
/// binary files, the text is empty.
#[must_use]
pub fn decode(bytes: Vec<u8>, file: FileId) -> (String, Vec<Diagnostic>) {
    if let Some(encoding) = other_encoding(&bytes) {
        let diagnostic = rules::not_utf8::other_encoding(Span::start_of(file), encoding);
        return (String::new(), vec![diagnostic]);
    }
    if is_archive(&bytes) {
        return (String::new(), vec![rules::not_utf8::archive(Span::start_of(file))]);
    }
    if let Some(index) = memchr::memchr(0, &bytes) {
        let diagnostic = rules::not_utf8::binary(Span::start_of(file), index);
        return (String::new(), vec![diagnostic]);
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let diagnostics = control_character(&text, file).into_iter().collect();
            (text, diagnostics)
        }
        Err(error) => {
            let index = error.utf8_error().valid_up_to();
            let byte = error.as_bytes()[index];
            let start = to_offset(index);
            let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
            // The span is in the returned text, where this character replaces the byte.
            let end = start + to_offset('\u{fffd}'.len_utf8());
            let diagnostic = rules::not_utf8::invalid_byte(Span::new(file, start, end), index, byte);
            (text, vec![diagnostic])
        }
    }
}

/// Whether the first bytes are those of a ZIP file, which a CSAR is, or of a compressed TAR file.
fn is_archive(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] | [0x1F, 0x8B, ..])
}

/// Returns the name of the encoding if the first bytes show that it is not UTF-8.
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

/// Reports the first control character that YAML forbids: any but tab, line feed and carriage return.
fn control_character(text: &str, file: FileId) -> Option<Diagnostic> {
    const BLOCK_BYTES: usize = 256;
    let is_forbidden = |byte: &u8| matches!(byte, 0..=8 | 0x0B | 0x0C | 0x0E..=0x1F | 0x7F);
    // Most files have no such character. The compiler can vectorize a search that does not stop inside a
    // block.
    let blocks = text.as_bytes().chunks(BLOCK_BYTES);
    let has_forbidden = blocks.map(|block| block.iter().fold(false, |any, byte| any | is_forbidden(byte)));
    let start = has_forbidden.enumerate().find(|(_, forbidden)| *forbidden)?.0 * BLOCK_BYTES;
    let index = start + text.as_bytes()[start..].iter().position(is_forbidden)?;
    let byte = text.as_bytes()[index];
    let span = Span::new(file, to_offset(index), to_offset(index + 1));
    Some(rules::control_character::new(span, byte))
}

fn to_offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
