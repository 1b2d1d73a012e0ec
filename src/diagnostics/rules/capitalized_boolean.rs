//! `capitalized-boolean`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0221", "capitalized-boolean", Warning, "9.1.1.4");

/// Reports that the Boolean at `span` is written with capitals.
pub(crate) fn new(span: Span, word: &str) -> Diagnostic {
    let lower = word.to_ascii_lowercase();
    Diagnostic::new(&RULE, span, format!("the Boolean `{word}` should be lowercase"))
        .help(format!("write `{lower}`"))
        .fix(format!("write `{lower}`"), span, lower)
}
