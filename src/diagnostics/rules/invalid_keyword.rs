//! `invalid-keyword`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T0207", "invalid-keyword", Error, "5.2");

/// Reports that the word at `span` is not one of the `allowed` values of `what`.
pub(crate) fn new(span: Span, word: &str, what: &str, allowed: &[&str], suggestion: Option<&str>) -> Diagnostic {
    let words: Vec<String> = allowed.iter().map(|word| format!("`{word}`")).collect();
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown {what} {}", quoted(word)))
        .label(format!("expected {}", list(&words, "or")));
    match suggestion {
        Some(suggestion) => diagnostic
            .help(format!("did you mean `{suggestion}`?"))
            .fix(format!("write `{suggestion}`"), span, suggestion),
        None => diagnostic,
    }
}
