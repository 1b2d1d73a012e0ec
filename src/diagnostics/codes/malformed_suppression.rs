//! `malformed-suppression`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0014", "malformed-suppression", Warning, "");

/// The comment at `span` looks as if it should hide findings, but does not.
pub(crate) fn new(span: Span, what: &str, instead: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("malformed suppression: {what}"))
        .help(format!("write `{instead}`"))
}
