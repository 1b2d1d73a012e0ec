//! `not-a-condition`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::EQUAL;

declare_code!("T0707", "not-a-condition", Error, "9.11");

/// `what` must be Boolean, but the function `name`, called at `span`, gives `got`.
pub(crate) fn new(span: Span, what: &str, name: &str, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a {what} must be a Boolean, but {} returns {got}", quoted(name)))
        .label("expected a Boolean")
        .help(format!("compare the result, for example with {EQUAL}"))
}

/// `what` at `span` is `got`, not a call.
pub(crate) fn no_call(span: Span, what: &str, got: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a {what} must be a function call, not {got}"))
        .label("expected a function call")
        .help(format!("write a call that returns a Boolean, such as `{EQUAL:#}: [ …, … ]`"))
}
