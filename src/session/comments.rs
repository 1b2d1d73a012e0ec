//! Parses a comment that may be a suppression.

use crate::base::Span;
use crate::config::similar_code;
use crate::diagnostics::{ALL, Diagnostic, Level, Rule, find_rule, renamed, rules, suggest_typo};

/// A rule that a comment allows.
pub(super) struct Item {
    pub(super) rule: &'static Rule,
    pub(super) span: Span,
    /// The rule with its comma, or the whole comment if it is the only rule.
    pub(super) removal: Span,
}

/// A comment that is a suppression, or was intended as one.
#[derive(Default)]
pub(super) struct Comment {
    pub(super) items: Vec<Item>,
    pub(super) has_reason: bool,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The keywords of other tools for suppressions.
const OTHER_KEYWORDS: &[&str] = &["ignore", "disable", "noqa", "suppress", "expect", "off", "skip", "nolint"];
const SYNTAX: &str = "# tosca: allow[rule] reason";

/// Parses the comment at `span`, or returns `None` if it is not a suppression.
pub(super) fn parse(text: &str, span: Span) -> Option<Comment> {
    let whole = text.get(span.range())?;
    let command = after_word(whole.trim_start_matches('#').trim_start(), "tosca")?.trim_start();
    let colon = command.strip_prefix(':');
    let command = colon.unwrap_or(command).trim_start();
    let end = command.find(|c: char| !c.is_ascii_alphabetic() && c != '-').unwrap_or(command.len());
    let (word, arguments) = (command[..end].to_ascii_lowercase(), command[end..].trim_start());
    let malformed = |message: &str| {
        let diagnostic = rules::malformed_suppression::new(span, message, SYNTAX);
        Some(Comment { diagnostics: vec![diagnostic], ..Comment::default() })
    };
    let bracket = arguments.strip_prefix('[');
    if word != "allow" {
        let is_intended = OTHER_KEYWORDS.contains(&word.as_str()) || suggest_typo(&word, ["allow"]).is_some();
        // Prose may begin with the same words.
        let has_form =
            bracket.is_some() || colon.is_some() && (arguments.is_empty() || arguments.starts_with('='));
        return if is_intended && has_form { malformed(&format!("unknown keyword `{word}`")) } else { None };
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
    for (index, &(offset, name)) in names.iter().enumerate() {
        let span_between = |from: usize, to: usize| {
            let offset = |index: usize| u32::try_from(start + index).unwrap_or(u32::MAX);
            Span::new(span.file, offset(from), offset(to))
        };
        let span_of_name = span_between(offset, offset + name.len());
        let removal = match (names.get(index + 1), index) {
            (None, 0) => span,
            (Some((next, _)), _) => span_between(offset, *next),
            (None, _) => {
                let (previous_offset, previous) = names[index - 1];
                span_between(previous_offset + previous.len(), offset + name.len())
            }
        };
        match find_rule(name) {
            Some(rule) => {
                let current = renamed(name);
                let hint = current.map(|current| rules::unknown_code::renamed(span_of_name, name, current));
                comment.diagnostics.extend(hint);
                comment.items.push(Item { rule, span: span_of_name, removal });
            }
            None => {
                let is_ambiguous = ALL.iter().any(|rule| rule.is_named(name));
                let diagnostic = if is_ambiguous {
                    rules::unknown_code::ambiguous(span_of_name, name)
                } else {
                    rules::unknown_code::new(span_of_name, name, similar_code(name))
                };
                comment.diagnostics.push(diagnostic.at_level(Level::Warning));
            }
        }
    }
    Some(comment)
}

/// Returns the names in a comma-separated list, with their offsets.
fn names(list: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    list.split(',').filter_map(move |part| {
        let start = offset + (part.len() - part.trim_start().len());
        offset += part.len() + 1;
        let name = part.trim();
        (!name.is_empty()).then_some((start, name))
    })
}

/// Returns the text after `word`, ignoring case, or `None` if `text` does not start with it.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let head = text.get(..word.len())?;
    head.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}
