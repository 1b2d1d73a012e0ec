//! `not-a-condition`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, quoted};
use crate::diagnostics::text::EQUAL;

declare_rule!("T0707", "not-a-condition", Error, "9.11");

/// Reports that `what` must be a Boolean, but the function `name`, called at `span`, returns `actual`.
pub(crate) fn new(span: Span, what: &str, name: &str, actual: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a {what} must be a Boolean, but {} returns {actual}", quoted(name)))
        .label("expected a Boolean")
        .help(format!("compare the result, for example with {EQUAL}"))
}

/// Reports that `what` at `span` is `actual`, not a call.
pub(crate) fn not_a_call(span: Span, what: &str, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a {what} must be a function call, not {actual}"))
        .label("expected a function call")
        .help(format!("write a call that returns a Boolean, such as `{EQUAL:#}: [ …, … ]`"))
}
