//! `wrong-shape`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0203", "wrong-shape", Error, "5.2");

/// The value at `span` is `got` where `expected` is needed; `place` says what for.
pub(crate) fn new(span: Span, place: &str, expected: &str, got: &str, help: Option<String>) -> Diagnostic {
    let message = match got {
        "nothing" => format!("{place} has no value; expected {expected}"),
        _ => format!("{place} must be {expected}, not {got}"),
    };
    Diagnostic::new(&CODE, span, message)
        .label(format!("expected {expected}"))
        .help_opt(help)
}
