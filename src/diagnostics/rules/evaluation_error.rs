//! `evaluation-error`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0710", "evaluation-error", Error, "10.2", needs [Parts, Result]);

/// Reports that the result of the call at `span` does not fit in 64 bits.
pub(crate) fn overflow(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the result does not fit in 64 bits")
        .label("cannot be computed")
        .help("use smaller numbers")
}

/// Reports that the call at `span` divides by zero.
pub(crate) fn division_by_zero(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "division by zero")
        .label("cannot be computed")
        .help("divide by a non-zero number")
}

/// Reports that an index at `span` is too large: `what` does not exist.
pub(crate) fn missing(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("there is no {what}"))
        .label("index is too large")
        .help("use a smaller index; indexes start at 0")
}
