//! `constant-condition`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0720", "constant-condition", Warning, "10.2.2");

/// Reports that the comparison at `span` always has the same `result`.
pub(crate) fn comparison(span: Span, result: bool) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this comparison is always {result}"))
        .label("same result for every value")
        .help("compare with another value, or remove the comparison")
}

/// Reports that `what` at `span` reads nothing that can change.
pub(crate) fn new(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this {what} is constant"))
        .label("always the same result")
        .help("test a property or an attribute, or remove the condition")
}
