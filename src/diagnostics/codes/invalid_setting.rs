//! `invalid-setting`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0010", "invalid-setting", Error, "");

/// What stands at `span` is nothing that `key` can be set to.
pub(crate) fn new(span: Span, key: &str, expected: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("invalid value for {}", quoted(key)))
        .label(format!("expected {expected}"))
        .help(format!("use {expected}, or remove the setting"))
}

/// `written` is none of the words that `key` can be; `near` is the one that was meant.
pub(crate) fn word(span: Span, key: &str, written: &str, near: Option<&str>, words: &str) -> Diagnostic {
    let message = format!("invalid value {} for {}", quoted(written), quoted(key));
    let diagnostic = Diagnostic::new(&CODE, span, message).label(format!("expected {words}"));
    diagnostic.help_opt(near.map(|near| format!("did you mean `{near}`?")))
}
