//! `always-true-condition`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1125", "always-true-condition", Warning, "");

/// Reports that the condition at `span` is true in every variant.
pub(crate) fn new(span: Span, element: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "this condition is always true")
        .label(format!("{element} does not depend on it"))
        .help("remove or correct it")
}
