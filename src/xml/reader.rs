//! A reader for everyday XML, several times as fast as the parser.
//!
//! Everyday XML is the language below. A text that is not in the language is left to the parser, which reads it from
//! its start. So this reader reports no errors, and its trees are those of the parser
//! (`grammar-tests/suite/xml_readers.rs` compares them).
//!
//! ```text
//! document   = [ "<?xml" attributes "?>" ] gap element gap
//! element    = "<" name attributes ( "/>" | ">" content "</" name spaces ">" )
//! attributes = ( spaces name "=" ( '"' letter* '"' | "'" letter* "'" ) )* spaces
//! content    = gap [ text gap ] | gap ( element gap )*
//! gap        = ( spaces | "<!--" ( any but "--" )* "-->" )*
//! name       = [ part ":" ] part                                 with a prefix that is declared
//! part       = ( "A"…"Z" | "a"…"z" | "_" ) ( "A"…"Z" | "a"…"z" | "0"…"9" | "_" | "-" | "." )*
//! ```
//!
//! Outside of the language are references such as `&amp;`, character data (`<![CDATA[`), instructions, carriage
//! returns, line breaks in attributes, and everything that the limits do not allow.

use std::ops::Range;
use std::sync::Arc;

use crate::base::FileId;
use crate::host::Limits;
use crate::yaml::{Builder, Tree};

use super::problems;

/// Prefixes and attributes of an element, beyond which the parser is as good.
const MAX_ATTRIBUTES: usize = 64;
/// The number of prefixes and attributes that most files have at most.
const USUAL_COUNT: usize = 8;
/// The namespaces that cannot be declared, or only as `xml`, start with this.
const RESERVED: [&str; 2] = ["http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"];

/// Returns the tree of `text`, or `None` if it is not everyday XML.
pub(super) fn read(text: &Arc<String>, file: FileId, limits: &Limits) -> Option<Tree> {
    // The end of character data is not text, and the limit of nodes counts texts and comments as well.
    let has_end_of_data = memchr::memmem::find(text.as_bytes(), b"]]>").is_some();
    if has_end_of_data || text.len() >= limits.nodes {
        return None;
    }
    let mut namespaces = Vec::with_capacity(USUAL_COUNT);
    namespaces.push(("xml", RESERVED[0]));
    let mut reader = Reader {
        text,
        position: 0,
        out: Builder::reading_xml(text, file),
        max_depth: limits.depth,
        namespaces,
        attributes: Vec::with_capacity(USUAL_COUNT),
        root_namespace: "",
        scratch: String::new(),
    };
    reader.document()?;
    Some(reader.out.finish())
}

/// The state of reading a text. Each method reads a production, or returns `None`.
struct Reader<'t> {
    text: &'t str,
    /// The position of the next byte.
    position: usize,
    out: Builder,
    max_depth: usize,
    /// The declared prefixes with their namespaces, the innermost last; the empty prefix is that of names without one.
    namespaces: Vec<(&'t str, &'t str)>,
    /// The attributes that were read last: their names and values.
    attributes: Vec<(Name, Range<usize>)>,
    root_namespace: &'t str,
    /// A name as the tree has it.
    scratch: String,
}

/// The location of a name, and the start of its part without a prefix.
#[derive(Clone, Copy)]
struct Name {
    start: usize,
    local: usize,
    end: usize,
}

impl<'t> Reader<'t> {
    fn document(&mut self) -> Option<()> {
        if self.skip("<?xml ") {
            self.position -= " ".len();
            self.attributes()?;
            let names = self.attributes.iter().map(|(name, _)| &self.text[name.start..name.end]);
            let mut allowed = ["version", "encoding", "standalone"].iter();
            let are_known = names.clone().all(|name| allowed.any(|known| *known == name));
            if !are_known || names.clone().next() != Some("version") || !self.skip("?>") {
                return None;
            }
        }
        self.gap()?;
        self.out.begin_element(offset(self.position));
        self.element(1)?;
        self.out.end_element(offset(self.position));
        self.gap()?;
        (self.position == self.text.len()).then_some(())
    }

    /// Reads an element, and writes its name and its value.
    fn element(&mut self, depth: usize) -> Option<()> {
        let start = self.position;
        if depth > self.max_depth || !self.skip_byte(b'<') {
            return None;
        }
        let name = self.name()?;
        self.attributes()?;
        if problems::is_too_wide(self.text.get(name.end..self.position)?) {
            return None;
        }
        let outer = self.namespaces.len();
        self.declare()?;
        let declared = outer..self.namespaces.len();
        self.element_name(name, depth == 1)?;
        let has_entries = !declared.is_empty() || !self.attributes.is_empty();
        if has_entries {
            self.out.begin_element(offset(start));
            self.entries(declared, name)?;
        }
        if self.skip("/>") {
            if has_entries {
                self.out.end_element(offset(self.position));
            } else {
                self.out.text("", range(start..self.position));
            }
        } else if self.skip_byte(b'>') {
            self.content(start, name, depth, has_entries)?;
        } else {
            return None;
        }
        self.namespaces.truncate(outer);
        Some(())
    }

    /// Reads what is in the element that starts at `start`, and its end tag. Its map is open if it has attributes.
    fn content(&mut self, start: usize, name: Name, depth: usize, mut is_open: bool) -> Option<()> {
        let inner = self.position;
        self.gap()?;
        if self.next() == Some(b'<') {
            while !self.rest().starts_with("</") {
                if !is_open {
                    self.out.begin_element(offset(start));
                    is_open = true;
                }
                self.element(depth + 1)?;
                self.gap()?;
            }
            let end = self.position;
            self.end_tag(name)?;
            if is_open {
                self.out.end_element(offset(self.position));
            } else {
                let at = self.trimmed(inner..end).unwrap_or(start..self.position);
                self.out.text("", range(at));
            }
            return Some(());
        }
        let text = self.letters(b'<', |letter| letter != Letter::Other)?;
        let text = self.trimmed(text)?;
        self.gap()?;
        let end = self.position;
        self.end_tag(name)?;
        // What is shown includes comments.
        let at = range(self.trimmed(inner..end)?);
        if is_open {
            self.out.text("#text", at);
        }
        self.out.text(&self.text[text], at);
        if is_open {
            self.out.end_element(offset(self.position));
        }
        Some(())
    }

    fn end_tag(&mut self, name: Name) -> Option<()> {
        let is_same = self.skip("</") && self.skip(&self.text[name.start..name.end]);
        self.spaces();
        (is_same && self.skip_byte(b'>')).then_some(())
    }

    // ── names and attributes ──

    fn name(&mut self) -> Option<Name> {
        let start = self.position;
        self.name_part()?;
        let mut local = start;
        if self.skip_byte(b':') {
            local = self.position;
            self.name_part()?;
        }
        Some(Name { start, local, end: self.position })
    }

    fn name_part(&mut self) -> Option<()> {
        if !self.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_') {
            return None;
        }
        let rest = &self.text.as_bytes()[self.position..];
        let length = rest.iter().position(|byte| !IS_OF_NAME[usize::from(*byte)]);
        self.position += length.unwrap_or(rest.len());
        // Other letters are left to the parser.
        self.next().is_none_or(|next| next.is_ascii()).then_some(())
    }

    /// Reads attributes and declarations of prefixes, with different names.
    fn attributes(&mut self) -> Option<()> {
        self.attributes.clear();
        loop {
            let before = self.position;
            self.spaces();
            if self.next().is_none_or(|next| matches!(next, b'>' | b'/' | b'?')) {
                return Some(());
            }
            if self.position == before || self.attributes.len() == MAX_ATTRIBUTES {
                return None;
            }
            let name = self.name()?;
            if !self.skip_byte(b'=') {
                return None;
            }
            let quote = self.next().filter(|quote| matches!(quote, b'"' | b'\''))?;
            self.position += 1;
            let value = self.letters(quote, |letter| letter == Letter::Usual)?;
            self.position += 1;
            let is_known = |(known, _): &(Name, _)| self.part(*known) == self.part(name);
            if self.attributes.iter().any(is_known) {
                return None;
            }
            self.attributes.push((name, value));
        }
    }

    /// Moves declarations of prefixes from the attributes to the namespaces, without those that change nothing.
    fn declare(&mut self) -> Option<()> {
        let outer = self.namespaces.len();
        let mut index = 0;
        while let Some((name, value)) = self.attributes.get(index) {
            let prefix = match self.text[name.start..name.end].strip_prefix("xmlns") {
                Some("") => "",
                Some(prefix) if prefix.starts_with(':') => &prefix[1..],
                // The parser takes a prefix before `xmlns` for one of a declaration.
                _ if self.part(*name) == "xmlns" => return None,
                _ => {
                    index += 1;
                    continue;
                }
            };
            let uri = &self.text[value.clone()];
            if uri.is_empty() || prefix == "xml" || RESERVED.contains(&uri) {
                return None;
            }
            if self.namespace(prefix, outer) != Some(uri) {
                self.namespaces.push((prefix, uri));
            }
            self.attributes.remove(index);
        }
        Some(())
    }

    /// Returns the namespace of a prefix among the first `count` declarations.
    fn namespace(&self, prefix: &str, count: usize) -> Option<&'t str> {
        let known = self.namespaces[..count].iter().rev().find(|(known, _)| *known == prefix);
        known.map(|(_, uri)| *uri)
    }

    /// Returns the namespace that the prefix of a name stands for, or that of names without one, which may be none: then it
    /// is empty.
    fn namespace_of(&self, name: Name) -> Option<&'t str> {
        let prefix = self.text[name.start..name.local].trim_end_matches(':');
        let namespace = self.namespace(prefix, self.namespaces.len());
        namespace.or(prefix.is_empty().then_some(""))
    }

    fn part(&self, name: Name) -> &'t str {
        &self.text[name.local..name.end]
    }

    // ── writing ──

    fn element_name(&mut self, name: Name, is_root: bool) -> Option<()> {
        let namespace = self.namespace_of(name)?;
        if is_root {
            self.root_namespace = namespace;
        }
        let at = range(name.start..name.end);
        if namespace == self.root_namespace && !is_root {
            self.out.text(self.part(name), at);
        } else {
            self.qualify(["{", namespace, "}", self.part(name)]);
            self.out.text(&self.scratch, at);
        }
        Some(())
    }

    /// Makes a name of its parts.
    fn qualify<const COUNT: usize>(&mut self, parts: [&str; COUNT]) {
        self.scratch.clear();
        for part in parts {
            self.scratch.push_str(part);
        }
    }

    /// Writes the entries for declarations and attributes of the element `name`.
    fn entries(&mut self, declared: Range<usize>, name: Name) -> Option<()> {
        let at = range(name.start..name.end);
        for index in declared {
            let (prefix, uri) = self.namespaces[index];
            self.qualify([if prefix.is_empty() { "xmlns" } else { "xmlns:" }, prefix]);
            self.out.attribute(&self.scratch, at);
            self.out.text(uri, at);
        }
        for index in 0..self.attributes.len() {
            let (name, value) = self.attributes[index].clone();
            let at = range(name.start..name.end);
            if name.local == name.start {
                self.out.attribute(self.part(name), at);
            } else {
                self.qualify(["{", self.namespace_of(name)?, "}", self.part(name)]);
                self.out.attribute(&self.scratch, at);
            }
            self.out.text(&self.text[value.clone()], range(value));
        }
        Some(())
    }

    // ── letters ──

    fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    /// Skips `text`, if it is next.
    fn skip(&mut self, text: &str) -> bool {
        let is_next = self.text.as_bytes()[self.position..].starts_with(text.as_bytes());
        if is_next {
            self.position += text.len();
        }
        is_next
    }

    /// Skips a byte, if it is next.
    fn skip_byte(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.position += usize::from(is_next);
        is_next
    }

    fn spaces(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\n' | b'\t')) {
            self.position += 1;
        }
    }

    /// Skips spaces and comments.
    fn gap(&mut self) -> Option<()> {
        loop {
            self.spaces();
            let is_markup = self.text.as_bytes().get(self.position + 1) == Some(&b'!');
            if !is_markup || !self.skip("<!--") {
                return Some(());
            }
            let comment = self.comment()?;
            let at = self.trimmed(comment.clone()).unwrap_or(comment.end..comment.end);
            self.out.comment(range(at));
        }
    }

    /// Reads letters that are allowed until `end`, which follows.
    fn letters(&mut self, end: u8, is_allowed: impl Fn(Letter) -> bool) -> Option<Range<usize>> {
        let start = self.position;
        let rest = &self.text.as_bytes()[start..];
        let is_last = |byte: &u8| *byte == end || !is_allowed(LETTERS[usize::from(*byte)]);
        let length = rest.iter().position(is_last).filter(|length| rest[*length] == end)?;
        self.position += length;
        Some(start..self.position)
    }

    /// Reads a comment after its start.
    fn comment(&mut self) -> Option<Range<usize>> {
        let start = self.position;
        let rest = &self.text.as_bytes()[start..];
        let end = memchr::memmem::find(rest, b"--")?;
        let is_other =
            |byte: &u8| LETTERS[usize::from(*byte)] == Letter::Other && !matches!(byte, b'<' | b'&');
        if rest[..end].iter().any(is_other) {
            return None;
        }
        self.position += end;
        self.skip("-->").then_some(start..start + end)
    }

    /// Returns the location of a text without the whitespace around it, or `None` if there is nothing else.
    fn trimmed(&self, at: Range<usize>) -> Option<Range<usize>> {
        let text = &self.text[at.clone()];
        let from_start = text.trim_start();
        let start = at.start + (text.len() - from_start.len());
        let length = from_start.trim_end().len();
        (length > 0).then_some(start..start + length)
    }
}

/// What a byte of a text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    Usual,
    /// A line break or tab, which is a space in an attribute.
    Break,
    /// A byte of markup, of a control character, or of the range of characters with those that XML does not have.
    Other,
}

/// What each byte is.
const LETTERS: [Letter; 256] = {
    let mut letters = [Letter::Usual; 256];
    let mut byte = 0;
    while byte < b' ' {
        letters[byte as usize] = Letter::Other;
        byte += 1;
    }
    letters[b'\n' as usize] = Letter::Break;
    letters[b'\t' as usize] = Letter::Break;
    letters[b'<' as usize] = Letter::Other;
    letters[b'&' as usize] = Letter::Other;
    letters[0xEF] = Letter::Other;
    letters
};

/// Whether a byte is a letter of a name.
const IS_OF_NAME: [bool; 256] = {
    let mut letters = [false; 256];
    let mut byte = 0;
    while byte < 128u8 {
        letters[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        byte += 1;
    }
    letters
};

fn range(range: Range<usize>) -> (u32, u32) {
    (offset(range.start), offset(range.end))
}

fn offset(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
