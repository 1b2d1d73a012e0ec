//! `invalid-name`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0210", "invalid-name", Error, "5.2");

/// The key at `span`, a name that a user chose, is `got` instead of a string.
pub(crate) fn not_a_string(span: Span, what: &str, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} must be a string, not {got}"))
        .help("put quotes around it, or choose another name")
}

/// The name at `span` is the empty string.
pub(crate) fn empty(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} is empty")).help("give it a name")
}
