//! `changed-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0523", "changed-scalar", Error, "9.1.2.2");

/// A derived scalar type does `what` at `span`; what is inherited is at `place`.
pub(crate) fn new(span: Span, what: &str, problem: &str, place: Span, help: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a derived scalar type cannot {what}"))
        .label(problem)
        .also(place, "inherited from here")
        .help(help)
}
