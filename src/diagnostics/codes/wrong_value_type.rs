//! `wrong-value-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, must_be};

declare_code!("T0601", "wrong-value-type", Error, "9.1");

/// `what` must be `expected`, but is `got` at `span`; the type is named at `place`.
pub(crate) fn new(span: Span, what: &str, expected: &str, got: &str, place: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, must_be(what, expected, got)).label(format!("expected {expected}"));
    match place {
        Some(place) => diagnostic.also(place, "type declared here"),
        None => diagnostic,
    }
}
