//! `impossible-validation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0611", "impossible-validation", Warning, "9.11");

/// The condition of `what` at `span` leaves no value together with that at `place`.
pub(crate) fn found(span: Span, what: &str, place: Span) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("no value of {what} can meet its conditions"));
    if place == span {
        return found.label("contradicts itself").help("widen the condition");
    }
    found
        .label("leaves nothing of what is admitted so far")
        .also(place, "contradicts this condition")
        .help("widen one of the two conditions")
}
