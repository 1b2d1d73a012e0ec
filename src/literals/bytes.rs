//! Reads bytes in Base64 (TOSCA 2.0 §9.1.1.5, RFC 2045).

use data_encoding::{BASE64, DecodeKind};

/// The bytes that `text` encodes, ignoring whitespace, or what is wrong with the text.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, &'static str> {
    let compact: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let padding = compact.iter().position(|byte| *byte == b'=').unwrap_or(compact.len());
    if compact.len() - padding > 2 {
        return Err("`=` is only allowed at the end");
    }
    BASE64.decode(&compact).map_err(|error| match error.kind {
        DecodeKind::Length => "length is not a multiple of 4; missing padding `=`",
        DecodeKind::Symbol => "contains a character outside the Base64 alphabet",
        DecodeKind::Trailing => "unused bits of the last character are not zero",
        DecodeKind::Padding => "wrong padding `=`",
    })
}
