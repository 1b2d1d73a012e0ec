//! Reports text that is not well-formed XML.

use roxmltree::{Error, TextPos};

use crate::base::{FileId, Span};
use crate::diagnostics::{Diagnostic, quoted, rules};

/// Reports `error`. An element that is not closed is shown at the place where it opens.
pub(super) fn report(error: &Error, text: &str, file: FileId) -> Diagnostic {
    let span = |start: usize, end: usize| Span::new(file, offset(start), offset(end.min(text.len())));
    let at = byte_at(text, error.pos());
    let end = at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    let here = span(at, end);
    let new = |message: &str, label: &str, help: &str| rules::malformed_xml::new(here, message, label, help);
    match error {
        Error::UnexpectedCloseTag(expected, actual, _) => {
            let diagnostic = new(
                &format!("{} is closed by {}", quoted(expected), quoted(&format!("</{actual}>"))),
                "does not close the innermost open element",
                &format!("close it with {}", quoted(&format!("</{expected}>"))),
            );
            match open_elements(&text[..at]).pop() {
                Some((start, end)) => diagnostic.also(span(start, end), "the element opens here"),
                None => diagnostic,
            }
        }
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => match open_elements(text).pop() {
            Some((start, end)) => rules::malformed_xml::new(
                span(start, end),
                &format!("{} is not closed", quoted(&text[start..end])),
                "opens here, but the file ends before it is closed",
                &format!("add {}", quoted(&format!("</{}>", &text[start..end]))),
            ),
            None => new("the file ends too early", "", "complete the file"),
        },
        Error::NoRootNode => new("the file has no element", "", "add a root element, or remove the file"),
        Error::DtdDetected => {
            let (start, end) = document_type(text).unwrap_or((at, end));
            rules::malformed_xml::new(
                span(start, end),
                "a document type is not allowed",
                "would define or fetch entities",
                "remove `<!DOCTYPE …>`, and write the text of its entities in their place",
            )
        }
        Error::UnknownEntityReference(name, _) => new(
            &format!("unknown entity {}", quoted(&format!("&{name};"))),
            "not one of the five entities of XML",
            "write the character itself, or `&amp;` for `&`",
        ),
        Error::UnknownNamespace(prefix, _) => new(
            &format!("the prefix {} is not declared", quoted(prefix)),
            "no element around it declares the prefix",
            &format!("declare it: {}", quoted(&format!("xmlns:{prefix}=\"…\""))),
        ),
        Error::DuplicatedAttribute(name, _) => new(
            &format!("the attribute {} is repeated", quoted(name)),
            "an element has each attribute once",
            "remove one of them",
        ),
        other => {
            let message = other.to_string();
            let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
            let message = message.replace(char::is_control, "\u{fffd}");
            new(&format!("not well-formed: {message}"), "", "correct the text here; the file is not read")
        }
    }
}

/// The maximum number of attributes of an element, and of namespaces that it declares: more would be slow.
const MAX_ATTRIBUTES: usize = 10_000;
const MAX_NAMESPACES: usize = 100;
const XMLNS: &[u8] = b"xmlns";

/// Reports the first element that is nested more than `depth` deep, or has too many attributes.
pub(super) fn too_large(text: &str, file: FileId, depth: usize) -> Option<Diagnostic> {
    let mut open = 0_usize;
    for tag in Tags::new(text) {
        let Tag::Open { start, end, tag_end, is_empty } = tag else {
            open = open.saturating_sub(1);
            continue;
        };
        let span = Span::new(file, offset(start), offset(end));
        open += 1;
        if open > depth {
            return Some(rules::malformed_xml::new(
                span,
                &format!("elements are nested more than {depth} deep"),
                "the innermost element that is allowed opens before this one",
                "reduce the nesting",
            ));
        }
        open -= usize::from(is_empty);
        if is_too_wide(text.get(end..tag_end).unwrap_or_default()) {
            return Some(rules::malformed_xml::new(
                span,
                &format!(
                    "the element has more than {MAX_ATTRIBUTES} attributes or {MAX_NAMESPACES} namespaces"
                ),
                "",
                "move values into elements",
            ));
        }
    }
    None
}

/// Whether the text after the name in a start tag may have too many attributes or namespaces.
pub(super) fn is_too_wide(tag: &str) -> bool {
    // Most tags are short, and need no count.
    let tag = tag.as_bytes();
    tag.len() > MAX_NAMESPACES * XMLNS.len()
        && (memchr::memchr_iter(b'=', tag).count() > MAX_ATTRIBUTES
            || memchr::memmem::find_iter(tag, XMLNS).count() > MAX_NAMESPACES)
}

/// Returns the location of the start of the document type, which comes before the root element.
fn document_type(text: &str) -> Option<(usize, usize)> {
    const START: &str = "<!DOCTYPE";
    let mut position = 0;
    loop {
        let rest = text.get(position..)?;
        position += rest.find("<!").or_else(|| rest.find("<?"))?.min(rest.find("<?").unwrap_or(usize::MAX));
        let rest = &text[position..];
        if rest.starts_with(START) {
            return Some((position, position + START.len()));
        }
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        position += rest.find(end)? + end.len();
    }
}

/// Returns the locations of the names of the elements that are open at the end of `text`.
fn open_elements(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    for tag in Tags::new(text) {
        match tag {
            Tag::Open { is_empty: true, .. } => {}
            Tag::Open { start, end, .. } => open.push((start, end)),
            Tag::Close => {
                open.pop();
            }
        }
    }
    open
}

/// A tag that opens or closes an element.
enum Tag {
    /// The location of its name, the end of the tag, and whether it closes its element as well.
    Open {
        start: usize,
        end: usize,
        tag_end: usize,
        is_empty: bool,
    },
    Close,
}

/// Finds the tags of a text, skipping comments, character data and instructions.
struct Tags<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Tags<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, position: 0 }
    }

    fn skip_to(&mut self, end: &str) {
        let rest = self.text.get(self.position..).unwrap_or_default();
        self.position += rest.find(end).map_or(rest.len(), |index| index + end.len());
    }
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            let rest = self.text.get(self.position..)?;
            self.position += memchr::memchr(b'<', rest.as_bytes())?;
            let rest = &self.text[self.position..];
            if rest.starts_with("<!--") {
                self.skip_to("-->");
            } else if rest.starts_with("<![CDATA[") {
                self.skip_to("]]>");
            } else if rest.starts_with("<?") {
                self.skip_to("?>");
            } else if rest.starts_with("<!") {
                self.skip_to(">");
            } else if rest.starts_with("</") {
                self.skip_to(">");
                return Some(Tag::Close);
            } else {
                let start = self.position + 1;
                let is_end = |c: char| c.is_whitespace() || matches!(c, '>' | '/');
                let name = rest[1..].find(is_end).unwrap_or(rest.len() - 1);
                self.position = start + name;
                let mut quote = None;
                let mut last = b' ';
                let bytes = &self.text.as_bytes()[self.position..];
                let end = bytes.iter().position(|&byte| {
                    let ends = quote.is_none() && byte == b'>';
                    match quote {
                        Some(open) if open == byte => quote = None,
                        None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
                        _ => {}
                    }
                    if !ends {
                        last = byte;
                    }
                    ends
                });
                self.position += end.map_or(bytes.len(), |end| end + 1);
                let is_empty = last == b'/';
                return Some(Tag::Open { start, end: start + name, tag_end: self.position, is_empty });
            }
        }
    }
}

/// Returns the byte at a line and column, which count from 1, in characters.
fn byte_at(text: &str, position: TextPos) -> usize {
    let line_index = position.row.saturating_sub(1) as usize;
    let line_start = match line_index.checked_sub(1) {
        Some(previous) => {
            memchr::memchr_iter(b'\n', text.as_bytes()).nth(previous).map_or(text.len(), |at| at + 1)
        }
        None => 0,
    };
    let rest = &text[line_start..];
    let column = position.col.saturating_sub(1) as usize;
    line_start + rest.char_indices().nth(column).map_or(rest.len(), |(index, _)| index)
}

fn offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
