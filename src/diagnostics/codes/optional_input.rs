//! `optional-input`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0928", "optional-input", Error, "13.2.3.3");

/// The required input `name` is fed at `span` by the workflow input `from`, which is optional by `place`.
pub(crate) fn new(span: Span, name: &str, from: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("required input {} may have no value", quoted(name)))
        .label(format!("workflow input {} is optional", quoted(from)))
        .also(place, "optional here, no default")
        .help(format!("add a default to {}, or make it required", quoted(from)))
}

/// `what`, which is required, takes its value at `span` from the input `from` of the service, which is
/// optional by `place`.
pub(crate) fn value(span: Span, what: &str, from: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the required {what} depends on the optional input {}", quoted(from)))
        .at_level(Level::Warning)
        .label("no value if the input is omitted")
        .also(place, "optional here, no default")
        .help(format!("add a default to {}, or make it required", quoted(from)))
}

/// `what`, which is required, takes its value at `span` from the optional property `from`, which has none: it
/// is defined at `place`.
pub(crate) fn property(span: Span, what: &str, from: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the required {what} depends on the optional property {}", quoted(from)))
        .at_level(Level::Warning)
        .label("the property has no value")
        .also(place, "optional here, no default")
        .help(format!("assign {}, or use another value", quoted(from)))
}
