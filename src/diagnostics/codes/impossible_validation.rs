//! `impossible-validation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::{CLAUSE, VALIDATION};

declare_code!("T0611", "impossible-validation", Warning, "9.11");

/// The validation of `what` at `span` allows no value together with that at `place`.
pub(crate) fn new(span: Span, what: &str, place: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("no value can satisfy the {VALIDATION} of {what}"));
    if place == span {
        return diagnostic.label("contradicts itself").help(format!("relax the {VALIDATION}"));
    }
    diagnostic
        .label("excludes all values allowed so far")
        .also(place, format!("contradicts this {CLAUSE}"))
        .help(format!("relax one of the two {CLAUSE}s"))
}
