//! `optional-input`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0928", "optional-input", Error, "13.2.3.3");

/// The required input `name` is fed at `span` by the workflow input `from`, which is optional by `place`.
pub(crate) fn found(span: Span, name: &str, from: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("required input {} may be left without a value", quoted(name)))
        .label(format!("the workflow input {} need not be given", quoted(from)))
        .also(place, "optional here, without a default")
        .help(format!("give {} a default, or make it required", quoted(from)))
}

/// `what`, which is required, takes its value at `span` from the input `from` of the service, which is
/// optional by `place`.
pub(crate) fn value(span: Span, what: &str, from: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the required {what} needs the optional input {}", quoted(from)))
        .at_level(Level::Warning)
        .label("there is no value when the input is not given")
        .also(place, "optional here, without a default")
        .help(format!("give {} a default, or make it required", quoted(from)))
}

/// `what`, which is required, takes its value at `span` from the optional property `from`, which has none: it
/// is defined at `place`.
pub(crate) fn property(span: Span, what: &str, from: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the required {what} needs the optional property {}", quoted(from)))
        .at_level(Level::Warning)
        .label("no value is given there")
        .also(place, "optional, without a default")
        .help(format!("give {} a value, or read something else", quoted(from)))
}
