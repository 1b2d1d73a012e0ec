//! `invalid-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic};

declare_rule!("T0210", "invalid-name", Error, "5.2");

/// Reports that the name at `span` is `actual` instead of a string.
pub(crate) fn not_a_string(span: Span, what: &str, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} must be a string, not {}", actual.or_null()))
        .help("quote it, or use another name")
}

/// Reports that the name at `span` is the empty string.
pub(crate) fn empty(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} is empty")).help("use a name with at least one character")
}
