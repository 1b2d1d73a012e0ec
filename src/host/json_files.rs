//! Recognizes TOSCA files in JSON by their beginning, so that a search of directories does not read other JSON files.

/// The number of bytes to read of a JSON file.
#[cfg(feature = "disk")]
pub(super) const BEGINNING: u64 = 512;

/// Whether a JSON text, or its beginning, starts with the key `tosca_definitions_version`.
pub(super) fn begins_as_tosca(content: &[u8]) -> bool {
    let text = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content).trim_ascii_start();
    text.strip_prefix(b"{")
        .is_some_and(|members| members.trim_ascii_start().starts_with(b"\"tosca_definitions_version\""))
}
