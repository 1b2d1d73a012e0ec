//! `unknown-keyname`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted, with_article};

declare_rule!("T0201", "unknown-keyname", Error, "5.2");

/// Reports that the key at `span` is not a keyname of `entity`. `help` says what to do instead.
pub(crate) fn new(span: Span, name: &str, entity: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown keyname {} in {}", quoted(name), with_article(entity)))
        .help_opt(help)
}

/// The maximum number of keys that a finding lists.
const MAX_SHOWN_KEYS: usize = 10;

/// Reports that several `keys` of a map, at least two, are not keynames of `entity`.
pub(crate) fn several(keys: &[(&str, Span)], entity: &str, help: String) -> Diagnostic {
    let shown = &keys[..keys.len().min(MAX_SHOWN_KEYS)];
    let mut names: Vec<String> = shown.iter().map(|(name, _)| quoted(name)).collect();
    if keys.len() > shown.len() {
        names.push(format!("{} more", keys.len() - shown.len()));
    }
    let message = format!("unknown keynames {} in {}", list(&names, "and"), with_article(entity));
    let mut diagnostic = Diagnostic::new(&RULE, keys[0].1, message).help_opt(Some(help));
    for (_, span) in &shown[1..] {
        diagnostic = diagnostic.also(*span, "also unknown");
    }
    diagnostic
}
