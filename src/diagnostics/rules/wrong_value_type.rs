//! `wrong-value-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, must_be};

declare_rule!("T0601", "wrong-value-type", Error, "9.1", needs [Indentation], leaves [Value]);

/// Reports that `what` at `span` must be `expected`, but is `actual`; `type_span` names the expected type.
pub(crate) fn new<'a>(
    span: Span,
    what: &str,
    expected: &str,
    actual: impl Into<Actual<'a>>,
    type_span: Option<Span>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, must_be(what, expected, actual.into())).label(format!("expected {expected}"));
    match type_span {
        Some(type_span) => diagnostic.also(type_span, "type declared here"),
        None => diagnostic,
    }
}
