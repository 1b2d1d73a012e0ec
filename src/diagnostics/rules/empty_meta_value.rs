//! `empty-meta-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0351", "empty-meta-value", Warning, "17.2");

/// Reports that the keyname at `span` has no value.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has no value", quoted(name)))
        .label("nothing after the colon")
        .help("add a value, or remove the line")
}
