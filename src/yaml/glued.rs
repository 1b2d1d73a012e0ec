//! Finds brackets without a space, or without a colon, after the key before them. YAML reads `user:{ $get_input: name }`
//! as the key `user:{ $get_input` with the value `name }`.

use crate::base::Span;
use crate::diagnostics::{Diagnostic, rules};

use super::tree::{Kind, REPEATS, Style, Tag, YamlNode};

/// A key with a bracket that belongs to its value.
#[derive(Clone, Copy, Debug)]
pub struct GluedKey<'t> {
    /// The intended key.
    pub name: &'t str,
    /// Whether only a space is missing after the colon, not the colon.
    has_colon: bool,
    /// From the start of the key to its bracket.
    span: Span,
    /// Whether another key of the map has the intended name.
    is_repeated: bool,
    /// What was probably intended, if it is in one line.
    intended: Option<(Span, &'t str)>,
}

impl GluedKey<'_> {
    /// The finding.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (value_span, value) = self.intended.unwrap_or((self.span, "…"));
        let diagnostic = rules::yaml_syntax::glued(self.span, self.name, value, self.has_colon);
        if self.intended.is_none() {
            return diagnostic;
        }
        let key_end = self.span.start + u32::try_from(self.name.len()).unwrap_or(0);
        let gap = Span { start: key_end, end: value_span.start, ..self.span };
        if self.is_repeated {
            diagnostic.unsafe_fix("add the space", gap, ": ")
        } else {
            diagnostic.fix("add the space", gap, ": ")
        }
    }
}

impl<'t> YamlNode<'t> {
    /// Returns what was probably intended by this key of a map, if a bracket in it is only closed in its value.
    #[must_use]
    pub fn glued(self) -> Option<GluedKey<'t>> {
        if !self.tree().may_have_glued_keys {
            return None;
        }
        if self.kind() != Kind::Scalar || self.style() != Style::Plain || self.data().tag() != Tag::None {
            return None;
        }
        let text = self.written();
        let bracket = memchr::memchr2(b'{', b'[', text.as_bytes())?;
        let (name, has_colon) = name_before(&text[..bracket])?;
        let value = self.entry_value();
        if open_brackets(&text[bracket..]) <= 0 || value.style() == Style::Block && !value.is_invalid() {
            return None;
        }
        let is_closed = value.kind() != Kind::Scalar || open_brackets(value.written()) < 0;
        if !is_closed || self.used_at().is_some() {
            return None;
        }
        let start = self.span().start;
        let at = |length: usize| start + u32::try_from(length).unwrap_or(0);
        let span = Span { start, end: at(bracket + 1), ..self.span() };
        let intended = self.tree().source().get(span.end as usize - 1..value.span().end as usize);
        let intended = intended.filter(|text| !text.contains('\n') && open_brackets(text) == 0);
        let intended =
            intended.map(|text| (Span { start: span.end - 1, end: value.span().end, ..span }, text));
        let is_repeated = self.data().flags & REPEATS != 0;
        Some(GluedKey { name, has_colon, span, is_repeated, intended })
    }
}

/// Returns where `key:{` or `key:[` is at the start of a line, or after `- `.
pub(super) fn find_in_line(line: &str) -> Option<(usize, usize)> {
    let start = line.len() - line.trim_start_matches([' ', '-']).len();
    let bracket = start + memchr::memchr2(b'{', b'[', &line.as_bytes()[start..])?;
    let (name, has_colon) = name_before(&line[start..bracket])?;
    (has_colon && !name.is_empty()).then_some((start, bracket + 1))
}

/// Returns the key at the start of the text before a bracket, and whether it has a colon.
fn name_before(text: &str) -> Option<(&str, bool)> {
    let (name, has_colon) = match text.strip_suffix(':') {
        Some(name) => (name, true),
        None => (text.strip_suffix(' ')?.trim_end(), false),
    };
    let is_name = !name.is_empty() && !name.contains([' ', '\t', ',', '"', '\'', '#', '$', '}', ']', ':']);
    is_name.then_some((name, has_colon))
}

/// How many more brackets are opened than closed.
fn open_brackets(text: &str) -> i64 {
    let count = |brackets: [u8; 2]| {
        i64::try_from(memchr::memchr2_iter(brackets[0], brackets[1], text.as_bytes()).count()).unwrap_or(0)
    };
    count([b'{', b'[']) - count([b'}', b']'])
}
