//! Expressions such as `$brooklyn:component("db").config("port")`: opaque, but well-formed.

use crate::diagnostics::suggest_typo;

/// What they begin with.
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

/// The function that an expression begins with, and the one that is meant, where it is almost one of those
/// that AMP documents.
pub(super) fn misspelled(text: &str) -> Option<(&str, &'static str)> {
    let rest = text.strip_prefix(PREFIX)?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    let unknown = !FUNCTIONS.contains(&name);
    suggest_typo(name, FUNCTIONS.iter().copied()).filter(|_| unknown).map(|near| (name, near))
}

/// What is wrong with an expression: where, in bytes from its start, and why.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) why: &'static str,
}

/// Reads an expression: a chain of names, each perhaps with arguments in parentheses or an index.
pub(super) fn check(text: &str) -> Result<(), Fault> {
    let Some(rest) = text.strip_prefix(PREFIX) else { return Ok(()) };
    let mut scan = Scan { bytes: rest.trim_end().as_bytes(), at: 0 };
    scan.chain().map_err(|why| Fault { at: PREFIX.len() + scan.at, why })
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Scan<'_> {
    fn chain(&mut self) -> Result<(), &'static str> {
        self.name()?;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' | b'[' => self.group()?,
                b'.' => {
                    self.at += 1;
                    self.name()?;
                }
                b')' | b']' => return Err("no open bracket to close"),
                _ => return Err("expected `.`, `(` or the end"),
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn name(&mut self) -> Result<(), &'static str> {
        let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        if !self.peek().is_some_and(is_start) {
            return Err("expected a name");
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-') {
            self.at += 1;
        }
        Ok(())
    }

    /// What stands between brackets, which may hold others; quotes hide them.
    fn group(&mut self) -> Result<(), &'static str> {
        let mut open = Vec::new();
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b')' | b']' => {
                    open.pop().filter(|closing| *closing == byte).ok_or("closes the wrong bracket")?;
                }
                b'"' | b'\'' => {
                    self.quoted(byte)?;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
            if open.is_empty() {
                return Ok(());
            }
        }
        Err("unclosed bracket")
    }

    fn quoted(&mut self, quote: u8) -> Result<(), &'static str> {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                _ if byte == quote => return Ok(()),
                _ => {}
            }
        }
        self.at = start;
        Err("unclosed quote")
    }
}
