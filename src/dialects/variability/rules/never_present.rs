//! `never-present`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1124", "never-present", Warning, "");

/// Reports that `element` at `span` is absent in every variant; `condition_span` is a condition that is never
/// true on its own.
pub(crate) fn new(span: Span, element: &str, condition_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{element} is never present"))
        .label("absent in every variant")
        .help("correct the conditions, or remove the element");
    match condition_span {
        Some(condition_span) => diagnostic.also(condition_span, "never true"),
        None => diagnostic,
    }
}
