//! `wrong-result-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, function};

declare_rule!("T0703", "wrong-result-type", Error, "10.1");

/// Reports that `what` must be `expected`, but the function `name`, called at `span`, returns `actual`;
/// `type_span` names the expected type.
pub(crate) fn new(
    span: Span,
    what: &str,
    expected: &str,
    name: &str,
    actual: &str,
    type_span: Option<Span>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{what} must be {expected}, but {} returns {actual}", function(name)))
        .label(format!("expected {expected}"));
    match type_span {
        Some(type_span) => diagnostic.also(type_span, "type declared here"),
        None => diagnostic,
    }
}
