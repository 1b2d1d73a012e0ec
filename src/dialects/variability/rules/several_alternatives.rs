//! `several-alternatives`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1135", "several-alternatives", Error, "");

/// Reports that several of the alternatives of `what` at `spans`, the first at `span`, are present together.
pub(crate) fn new(span: Span, what: &str, spans: &[Span]) -> Diagnostic {
    let mut diagnostic =
        Diagnostic::new(&RULE, span, format!("{what} is assigned more than once")).label("alternative");
    for other in spans.iter().filter(|other| **other != span).take(3) {
        diagnostic = diagnostic.also(*other, "alternative");
    }
    diagnostic.help("use conditions that exclude each other, or `default_alternative: true` for one of them")
}
