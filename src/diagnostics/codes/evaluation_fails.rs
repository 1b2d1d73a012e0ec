//! `evaluation-fails`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0710", "evaluation-fails", Error, "10.2");

/// The result of the call at `span` does not fit into 64 bits.
pub(crate) fn overflow(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the result is no 64-bit number")
        .label("cannot be computed")
        .help("use smaller numbers")
}

/// The call at `span` divides by zero.
pub(crate) fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "division by zero")
        .label("cannot be computed")
        .help("divide by another number")
}

/// What is asked for at `span` is not there: `what`.
pub(crate) fn missing(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("there is no {what}"))
        .label("too large")
        .help("count from 0")
}
