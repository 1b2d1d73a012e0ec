//! `endless-substitution`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0908", "endless-substitution", Warning, "15.1");

/// Only services that hold such a node again can stand for the node template `name`, for `itself` the one
/// that it belongs to; the types that they stand for are named at `places`.
pub(crate) fn new(
    span: Span,
    name: &str,
    itself: bool,
    places: impl Iterator<Item = Span>,
) -> Diagnostic {
    let label = if itself {
        "only this service can substitute it, and contains it again"
    } else {
        "each substituting service contains such a node again"
    };
    let diagnostic = Diagnostic::new(&CODE, span, format!("substitution of node template {} is infinite", quoted(name)));
    places
        .fold(diagnostic.label(label), |diagnostic, place| diagnostic.also(place, "substitutes it"))
        .help("create the node instead, or add a `substitution_filter` that excludes the nodes of the service")
}
