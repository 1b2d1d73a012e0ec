//! Reads bytes in Base64 (TOSCA 2.0 §9.1.1.5, RFC 2045).

use data_encoding::{BASE64, DecodeKind};

/// The bytes that `text` encodes, ignoring whitespace, or what is wrong with the text.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, &'static str> {
    let compact: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let padding = compact.iter().position(|byte| *byte == b'=').unwrap_or(compact.len());
    if compact.len() - padding > 2 {
        return Err("the padding `=` stands at the end only");
    }
    BASE64.decode(&compact).map_err(|error| match error.kind {
        DecodeKind::Length => "the number of characters is no multiple of 4: the padding `=` is missing",
        DecodeKind::Symbol => "a character is none of those of Base64",
        DecodeKind::Trailing => "the last character has bits that mean nothing",
        DecodeKind::Padding => "the padding `=` is wrong",
    })
}
