//! `wrong-argument-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, must_be};

declare_rule!("T0702", "wrong-argument-type", Error, "10.2");

/// Reports that the argument at `span` must be `expected`, but is `actual`; `origin_span` is the argument that
/// requires this type.
pub(crate) fn new<'a>(
    span: Span,
    what: &str,
    expected: &str,
    actual: impl Into<Actual<'a>>,
    origin_span: Option<Span>,
) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, must_be(what, expected, actual.into()))
        .label(format!("expected {expected}"));
    match origin_span {
        Some(origin_span) => diagnostic.also(origin_span, "expected type comes from this argument"),
        None => diagnostic,
    }
}

/// Reports that the argument at `span` is of the right type, but must be `expected`.
pub(crate) fn value(span: Span, what: &str, expected: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} must be {expected}")).label(format!("expected {expected}"))
}

/// Reports that the step into a value at `span` is neither a name nor an index.
pub(crate) fn step<'a>(span: Span, actual: impl Into<Actual<'a>>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a step into a value must be a string or an index, not {}", actual.into()))
        .label("expected a name, a key or an index")
        .help("write a name, a quoted key, or a non-negative integer")
}

/// Adds to a diagnostic about an argument that it should be swapped with the one at `other_span`.
pub(crate) fn swapped(diagnostic: Diagnostic, other_span: Span) -> Diagnostic {
    diagnostic.also(other_span, "the argument to swap it with").help("swap these arguments")
}
