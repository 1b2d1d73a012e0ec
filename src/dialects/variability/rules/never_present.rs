//! `never-present`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1124", "never-present", Warning, "");

/// Reports that the default alternative `element` at `span` is absent in every variant.
pub(crate) fn default_alternative(span: Span, element: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{element} is never present"))
        .label("absent in every variant")
        .help("remove the element, or correct the conditions of the other alternatives")
}

/// Reports that `element` at `span` is absent in every variant, because the conditions at `condition_spans`, none of
/// which can be left out, are never all true.
pub(crate) fn new(span: Span, element: &str, condition_spans: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{element} is never present"))
        .label("absent in every variant")
        .help("correct the conditions, or remove the element");
    match condition_spans {
        [only] => diagnostic.also(*only, "never true"),
        several => {
            let label =
                if several.len() == 2 { "excludes the other condition" } else { "never true with the others" };
            several.iter().fold(diagnostic, |diagnostic, span| diagnostic.also(*span, label))
        }
    }
}
