//! `invalid-variability-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1113", "invalid-variability-value", Error, "");

/// The value at `span` for the input `name` must be `wanted`; the type is named at `because`.
pub(crate) fn of_type(span: Span, name: &str, wanted: &str, written: &str, because: Option<Span>) -> Diagnostic {
    let message = format!("variability input {} must be {wanted}, not {}", quoted(name), quoted(written));
    let diagnostic = Diagnostic::new(&CODE, span, message).label(format!("expected {wanted}"));
    let diagnostic = match because {
        Some(place) => diagnostic.also(place, "type declared here"),
        None => diagnostic,
    };
    diagnostic.help(format!("write {wanted}; values are not converted"))
}

/// The value at `span` for the input `name` breaks the constraint at `place`.
pub(crate) fn constraint(span: Span, name: &str, written: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("variability input {} must not be {}", quoted(name), quoted(written)))
        .label("violates a constraint")
        .also(place, "constraint declared here")
        .help("use a value that satisfies the constraint, or change the constraint")
}
