//! `wrong-shape`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, must_be};

declare_rule!("T0203", "wrong-shape", Error, "5.2", needs [Indentation], leaves [Value]);

/// Reports that `what` at `span` is `actual`, not `expected`.
pub(crate) fn new<'a>(
    span: Span,
    what: &str,
    expected: &str,
    actual: impl Into<Actual<'a>>,
    help: Option<String>,
) -> Diagnostic {
    Diagnostic::new(&RULE, span, must_be(what, expected, actual.into()))
        .label(format!("expected {expected}"))
        .help_opt(help)
}
