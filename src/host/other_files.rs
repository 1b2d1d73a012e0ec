//! Recognizes TOSCA files in JSON and XML by their beginning, so that a search of directories does not read other files.

use std::borrow::Cow;

use camino::Utf8Path;

use super::paths;

/// The number of bytes to read of a file that is not YAML.
#[cfg(feature = "disk")]
pub(super) const BEGINNING: u64 = 4096;

/// The namespace of TOSCA 1.0 in XML.
pub(crate) const XML_NAMESPACE: &str = "http://docs.oasis-open.org/tosca/ns/2011/12";

/// Whether a search finds the file at `path`: YAML by its name, JSON and XML also by its content, which may be only
/// its beginning.
pub(super) fn is_listed<'c>(path: &Utf8Path, content: impl Fn() -> Cow<'c, [u8]>) -> bool {
    paths::is_yaml_name(path)
        || paths::is_json_name(path) && is_tosca_in_json(&content())
        || paths::is_xml_name(path) && is_tosca_in_xml(&content())
}

/// Whether a text in JSON starts with the key `tosca_definitions_version`.
fn is_tosca_in_json(content: &[u8]) -> bool {
    let text = content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content).trim_ascii_start();
    text.strip_prefix(b"{")
        .is_some_and(|members| members.trim_ascii_start().starts_with(b"\"tosca_definitions_version\""))
}

/// Whether the root of a text in XML is that of TOSCA 1.0 or TOSCAlite.
fn is_tosca_in_xml(content: &[u8]) -> bool {
    let content = narrow(content);
    match root_of(&content) {
        Some(b"Definitions") => memchr::memmem::find(&content, XML_NAMESPACE.as_bytes()).is_some(),
        root => root == Some(b"Model"),
    }
}

/// Returns the name of the root of a text in XML without its prefix, or `None` if the text is not XML.
#[must_use]
pub fn xml_root(content: &[u8]) -> Option<String> {
    root_of(&narrow(content)).map(|name| String::from_utf8_lossy(name).into_owned())
}

/// Returns a text in UTF-16 as one byte for each character, which is right for the markup that is looked for.
fn narrow(content: &[u8]) -> Cow<'_, [u8]> {
    match content {
        [0xFF, 0xFE, rest @ ..] | [0xFE, 0xFF, rest @ ..] => {
            rest.iter().copied().filter(|byte| *byte != 0).collect::<Vec<u8>>().into()
        }
        [0, b'<', ..] | [b'<', 0, ..] => {
            content.iter().copied().filter(|byte| *byte != 0).collect::<Vec<u8>>().into()
        }
        _ => content.strip_prefix("\u{feff}".as_bytes()).unwrap_or(content).into(),
    }
}

/// Returns the name of the first element, after declarations, instructions and comments.
fn root_of(mut content: &[u8]) -> Option<&[u8]> {
    loop {
        let tag = content.trim_ascii_start().strip_prefix(b"<")?;
        let end: &[u8] = match tag {
            [b'!', b'-', b'-', ..] => b"-->",
            [b'?', ..] => b"?>",
            [b'!', ..] => b">",
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
                let name = tag.split(is_end).next()?;
                return name.rsplit(|byte| *byte == b':').next();
            }
        };
        content = &tag[memchr::memmem::find(tag, end)? + end.len()..];
    }
}
