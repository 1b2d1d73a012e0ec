//! Expressions such as `$brooklyn:component("db").config("port")`: opaque, but checked to be well-formed.

use crate::diagnostics::suggest_typo;

/// The prefix of every expression.
pub(super) const PREFIX: &str = "$brooklyn:";

/// The functions that AMP documents; there are others.
const FUNCTIONS: &[&str] = &[
    "ancestor",
    "attributeWhenReady",
    "catalogRoot",
    "chain",
    "child",
    "component",
    "config",
    "descendant",
    "entity",
    "entityId",
    "entitySpec",
    "external",
    "formatString",
    "literal",
    "location",
    "object",
    "parent",
    "propagate",
    "regexReplacement",
    "root",
    "scopeRoot",
    "self",
    "sensor",
    "sibling",
    "template",
    "this",
    "urlEncode",
];

/// Returns the function that an expression begins with, and a suggestion if it is a typo of a function that
/// AMP documents.
pub(super) fn misspelled(text: &str) -> Option<(&str, &'static str)> {
    let rest = text.strip_prefix(PREFIX)?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    let unknown = !FUNCTIONS.contains(&name);
    suggest_typo(name, FUNCTIONS.iter().copied()).filter(|_| unknown).map(|suggestion| (name, suggestion))
}

/// A syntax error in an expression: its offset in bytes, and the reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) why: &'static str,
}

/// Checks an expression: a chain of names, each optionally with arguments in parentheses or an index.
pub(super) fn check(text: &str) -> Result<(), Fault> {
    let Some(rest) = text.strip_prefix(PREFIX) else { return Ok(()) };
    let mut scanner = Scanner { bytes: rest.trim_end().as_bytes(), offset: 0 };
    scanner.chain().map_err(|why| Fault { offset: PREFIX.len() + scanner.offset, why })
}

struct Scanner<'t> {
    bytes: &'t [u8],
    offset: usize,
}

impl Scanner<'_> {
    fn chain(&mut self) -> Result<(), &'static str> {
        self.name()?;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' | b'[' => self.group()?,
                b'.' => {
                    self.offset += 1;
                    self.name()?;
                }
                b')' | b']' => return Err("no open bracket to close"),
                _ => return Err("expected `.`, `(` or the end"),
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.offset).copied()
    }

    fn name(&mut self) -> Result<(), &'static str> {
        let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if !self.peek().is_some_and(is_start) {
            return Err("expected a name");
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
            self.offset += 1;
        }
        Ok(())
    }

    /// Skips a group in brackets, which may contain others; brackets in quotes are ignored.
    fn group(&mut self) -> Result<(), &'static str> {
        let mut closing_brackets = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => closing_brackets.push(b')'),
                b'[' => closing_brackets.push(b']'),
                b')' | b']' => {
                    closing_brackets
                        .pop()
                        .filter(|expected| *expected == byte)
                        .ok_or("closes the wrong bracket")?;
                }
                b'"' | b'\'' => {
                    self.quoted(byte)?;
                    continue;
                }
                _ => {}
            }
            self.offset += 1;
            if closing_brackets.is_empty() {
                return Ok(());
            }
        }
        Err("unclosed bracket")
    }

    fn quoted(&mut self, quote: u8) -> Result<(), &'static str> {
        let start = self.offset;
        self.offset += 1;
        while let Some(byte) = self.peek() {
            self.offset += 1;
            match byte {
                b'\\' => self.offset += 1,
                _ if byte == quote => return Ok(()),
                _ => {}
            }
        }
        self.offset = start;
        Err("unclosed quote")
    }
}
