//! `invalid-timestamp`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0603", "invalid-timestamp", Error, "9.1.2.1");

/// Reports that the text at `span` is not a timestamp; `reason` says why.
pub(crate) fn new(span: Span, text: &str, reason: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid timestamp", quoted(text))).label(reason).help(help)
}

/// Reports that other tools may not understand the timestamp at `span`; `reason` says why.
pub(crate) fn unportable(span: Span, text: &str, (reason, help): (&str, &str)) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("other tools may reject or misread the timestamp {}", quoted(text)))
        .at_level(crate::diagnostics::Level::Warning)
        .label(reason)
        .help(help)
}
