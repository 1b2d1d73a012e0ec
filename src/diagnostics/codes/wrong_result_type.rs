//! `wrong-result-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, function};

declare_code!("T0703", "wrong-result-type", Error, "10.1");

/// `what` must be `wanted`, but the function `name`, called at `span`, gives `got`; the type is named at
/// `place`.
pub(crate) fn new(
    span: Span,
    what: &str,
    wanted: &str,
    name: &str,
    got: &str,
    place: Option<Span>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{what} must be {wanted}, but {} returns {got}", function(name)))
        .label(format!("expected {wanted}"));
    match place {
        Some(place) => diagnostic.also(place, "type declared here"),
        None => diagnostic,
    }
}
