//! `malformed-suppression`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0014", "malformed-suppression", Warning, "");

/// Reports that the comment at `span` looks like a suppression, but does not suppress anything.
pub(crate) fn new(span: Span, what: &str, replacement: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("malformed suppression: {what}"))
        .help(format!("write `{replacement}`"))
}
