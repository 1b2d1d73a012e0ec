//! `malformed-suppression`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0014", "malformed-suppression", Warning, "");

/// Reports that the comment at `span` looks like a suppression, but does not suppress anything.
pub(crate) fn new(span: Span, what: &str, replacement: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("malformed suppression: {what}"))
        .help(format!("write `{replacement}`"))
}
