//! `failed-validation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0610", "failed-validation", Error, "9.11");

/// The value of `what`, at `span`, does not meet the condition, or part of a condition, at `place`.
pub(crate) fn found(
    span: Span,
    what: &str,
    value: &str,
    (clause, place): (&str, Span),
    is_part: bool,
) -> Diagnostic {
    let condition = if is_part { "this part of the condition fails" } else { "the condition" };
    Diagnostic::new(&CODE, span, format!("{what} does not meet its condition"))
        .label(format!("{} does not fulfil {}", quoted(value), quoted(clause)))
        .also(place, condition)
        .help("write a value that meets the condition")
}
