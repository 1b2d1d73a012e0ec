//! `wrong-shape`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0203", "wrong-shape", Error, "5.2");

/// Reports that `what` at `span` is `actual`, not `expected`.
pub(crate) fn new(span: Span, what: &str, expected: &str, actual: &str, help: Option<String>) -> Diagnostic {
    let message = match actual {
        "nothing" => format!("{what} has no value; expected {expected}"),
        _ => format!("{what} must be {expected}, not {actual}"),
    };
    Diagnostic::new(&CODE, span, message)
        .label(format!("expected {expected}"))
        .help_opt(help)
}
