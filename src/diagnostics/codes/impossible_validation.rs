//! `impossible-validation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0611", "impossible-validation", Warning, "9.11");

/// The validation of `what` at `span` allows no value together with that at `place`.
pub(crate) fn new(span: Span, what: &str, place: Span) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("no value can satisfy the validation of {what}"));
    if place == span {
        return found.label("contradicts itself").help("relax the validation");
    }
    found
        .label("excludes all values allowed so far")
        .also(place, "contradicts this validation")
        .help("relax one of the two validations")
}
