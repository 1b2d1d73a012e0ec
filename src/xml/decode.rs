//! Decodes the bytes of an XML file to text.

/// Whether a file is XML, judged by its first character.
pub(crate) fn looks_like_xml(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.strip_prefix('<')
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic() || "?!_".contains(c)))
}

/// Whether a file is XML, judged by its first bytes.
pub(crate) fn begins_as_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    matches!(bytes, [b'<', next, ..] if next.is_ascii_alphabetic() || b"?!_".contains(next))
}

/// Returns the bytes of an XML file in UTF-16 as UTF-8, or `None` for all other files.
#[must_use]
pub(crate) fn decode(bytes: &[u8]) -> Option<Vec<u8>> {
    let (content, is_little) = match bytes {
        [0xFF, 0xFE, b'<', 0, ..] => (&bytes[2..], true),
        [0xFE, 0xFF, 0, b'<', ..] => (&bytes[2..], false),
        [b'<', 0, ..] => (bytes, true),
        [0, b'<', second, ..] if *second == 0 => (bytes, false),
        _ => return None,
    };
    let unit = |pair: &[u8]| {
        let pair = [pair[0], pair[1]];
        if is_little { u16::from_le_bytes(pair) } else { u16::from_be_bytes(pair) }
    };
    let units = content.chunks_exact(2).map(unit);
    let mut text = Vec::with_capacity(content.len());
    let mut buffer = [0; 4];
    for unit in char::decode_utf16(units) {
        match unit {
            Ok(unit) => text.extend(unit.encode_utf8(&mut buffer).as_bytes()),
            // Is reported as a byte that is not part of any character.
            Err(_) => text.push(INVALID),
        }
    }
    if content.len() % 2 != 0 {
        text.push(INVALID);
    }
    Some(text)
}

/// A byte that is in no text in UTF-8.
const INVALID: u8 = 0xFF;
