//! `invalid-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0230", "invalid-mapping", Error, "15.1");

/// Reports that the mapping, or the part of it, at `span` is not `expected`.
pub(crate) fn new(span: Span, what: &str, expected: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("invalid {what}")).label(format!("expected {expected}"))
}
