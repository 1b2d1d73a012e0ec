//! Reads one comment that may be a suppression.

use crate::base::Span;
use crate::config::near_code;
use crate::diagnostics::{ALL, Code, Diagnostic, Level, codes, find_code, renamed, suggest_typo};

/// A code that a comment allows.
pub(super) struct Item {
    pub(super) code: &'static Code,
    pub(super) span: Span,
    /// The code with its comma, or the whole comment.
    pub(super) removal: Span,
}

/// A comment that is a suppression, or was meant as one.
#[derive(Default)]
pub(super) struct Comment {
    pub(super) items: Vec<Item>,
    pub(super) has_reason: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// What other tools call it.
const ELSEWHERE: &[&str] = &["ignore", "disable", "noqa", "suppress", "expect", "off", "skip", "nolint"];
const FORM: &str = "# tosca: allow[rule] reason";

/// Reads the comment at `span`; none where it is just a comment.
pub(super) fn parse(text: &str, span: Span) -> Option<Comment> {
    let whole = text.get(span.range())?;
    let rest = after_word(whole.trim_start_matches('#').trim_start(), "tosca")?.trim_start();
    let colon = rest.strip_prefix(':');
    let rest = colon.unwrap_or(rest).trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(rest.len());
    let (word, rest) = (rest[..end].to_ascii_lowercase(), rest[end..].trim_start());
    let malformed = |what: &str| {
        let found = codes::malformed_suppression::new(span, what, FORM);
        Some(Comment { diagnostics: vec![found], ..Comment::default() })
    };
    let bracket = rest.strip_prefix('[');
    if word != "allow" {
        let meant = ELSEWHERE.contains(&word.as_str()) || suggest_typo(&word, ["allow"]).is_some();
        // Prose may begin with the same words.
        return if meant && bracket.is_some() {
            malformed(&format!("unknown keyword `{word}`"))
        } else {
            None
        };
    }
    if colon.is_none() {
        return if bracket.is_some() { malformed("missing `:` after `tosca`") } else { None };
    }
    let Some(bracket) = bracket else { return malformed("missing list of rules in brackets") };
    let Some((inside, reason)) = bracket.split_once(']') else { return malformed("missing `]`") };
    let mut comment = Comment { has_reason: reason.contains(char::is_alphanumeric), ..Comment::default() };
    let start = span.end as usize - bracket.len();
    let names: Vec<(usize, &str)> = names(inside).collect();
    if names.is_empty() {
        return malformed("empty list of rules");
    }
    for (index, &(offset, called)) in names.iter().enumerate() {
        let place = |from: usize, to: usize| {
            let number = |at: usize| u32::try_from(start + at).unwrap_or(u32::MAX);
            Span::new(span.file, number(from), number(to))
        };
        let here = place(offset, offset + called.len());
        let removal = match (names.get(index + 1), index) {
            (None, 0) => span,
            (Some((next, _)), _) => place(offset, *next),
            (None, _) => {
                let (before, last) = names[index - 1];
                place(before + last.len(), offset + called.len())
            }
        };
        match find_code(called) {
            Some(code) => {
                let current = renamed(called);
                let hint = current.map(|current| codes::unknown_code::renamed(here, called, current));
                comment.diagnostics.extend(hint);
                comment.items.push(Item { code, span: here, removal });
            }
            None => {
                let several = ALL.iter().any(|code| code.is_named(called));
                let found = if several {
                    codes::unknown_code::several(here, called)
                } else {
                    codes::unknown_code::new(here, called, near_code(called))
                };
                comment.diagnostics.push(found.at_level(Level::Warning));
            }
        }
    }
    Some(comment)
}

/// The names in a list, with their places.
fn names(list: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    list.split(',').filter_map(move |part| {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let name = part.trim();
        (!name.is_empty()).then_some((start, name))
    })
}

/// What follows `word`, in any case of letters.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}
