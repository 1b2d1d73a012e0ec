//! `invalid-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0231", "invalid-unit", Error, "9.1.2.2");

/// Reports that the unit, prefix or multiplier at `span` is invalid.
pub(crate) fn new(span: Span, problem: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, problem.to_owned()).help(help)
}
