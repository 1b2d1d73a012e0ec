//! `never-present`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T1124", "never-present", Warning, "");

/// `element` at `span` is absent in every variant; `place` is a condition that is never met by itself.
pub(crate) fn new(span: Span, element: &str, place: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{element} is never present"))
        .label("absent in every variant")
        .help("correct the conditions, or remove the element");
    match place {
        Some(place) => diagnostic.also(place, "never true"),
        None => diagnostic,
    }
}
