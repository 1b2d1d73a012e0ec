//! `repeated-keyword`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0208", "repeated-keyword", Warning, "7.2");

/// Reports that the word at `span` was already listed at `first_span`.
pub(crate) fn new(span: Span, word: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is listed twice", quoted(word)))
        .also(first_span, "first listed here")
        .help("remove one of them")
}
