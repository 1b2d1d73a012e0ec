//! `changed-signature`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0530", "changed-signature", Error, "10.4");

/// What stands at `span` changes a signature of function `name`, whose definition is at `place`.
pub(crate) fn new(span: Span, name: &str, what: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a refinement cannot change the {what} of function {}", quoted(name)))
        .label("differs from the refined signature")
        .also(place, "refined signature")
        .help("keep only `implementation` here, or append a new signature")
}

/// The refinement of function `name` at `span` has `own` signatures, the function `existing`, at `place`.
pub(crate) fn too_few(span: Span, name: &str, own: usize, existing: usize, place: Span) -> Diagnostic {
    Diagnostic::new(
        &CODE,
        span,
        format!("the refinement of function {} has {own} of {existing} signatures", quoted(name)),
    )
    .at_level(crate::diagnostics::Level::Warning)
    .label("the other signatures stay unchanged")
    .also(place, "refined signatures")
    .help("write `{}` for each signature that stays unchanged")
}
