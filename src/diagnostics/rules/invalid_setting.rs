//! `invalid-setting`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0010", "invalid-setting", Error, "");

/// Reports that the value at `span` is not valid for the setting `key`.
pub(crate) fn new(span: Span, key: &str, expected: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid value for {}", quoted(key)))
        .label(format!("expected {expected}"))
        .help(format!("use {expected}, or remove the setting"))
}

/// Reports that `written` is not one of the `words` that are valid for the setting `key`.
pub(crate) fn word(span: Span, key: &str, written: &str, suggestion: Option<&str>, words: &str) -> Diagnostic {
    let message = format!("invalid value {} for {}", quoted(written), quoted(key));
    let diagnostic = Diagnostic::new(&RULE, span, message).label(format!("expected {words}"));
    diagnostic.help_opt(suggestion.map(|suggestion| format!("did you mean `{suggestion}`?")))
}
