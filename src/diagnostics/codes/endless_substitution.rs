//! `endless-substitution`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0908", "endless-substitution", Warning, "15.1");

/// Only services that hold such a node again can stand for the node template `name`, for `itself` the one
/// that it belongs to; the types that they stand for are named at `places`.
pub(crate) fn found(
    span: Span,
    name: &str,
    itself: bool,
    places: impl Iterator<Item = Span>,
) -> Diagnostic {
    let label = if itself {
        "only this service template can stand for it, which holds it again"
    } else {
        "what stands for it needs another such substitution, and so on"
    };
    let found = Diagnostic::new(&CODE, span, format!("substituting node template {} never ends", quoted(name)));
    places
        .fold(found.label(label), |found, place| found.also(place, "stands for it"))
        .help("create the node instead, or add a `substitution_filter` that keeps the service from its own nodes")
}
