//! `invalid-keyword`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_code!("T0207", "invalid-keyword", Error, "5.2");

/// The word at `span` is none of `allowed`; `near` is the one that was probably meant.
pub(crate) fn new(span: Span, word: &str, place: &str, allowed: &[&str], near: Option<&str>) -> Diagnostic {
    let words: Vec<String> = allowed.iter().map(|word| format!("`{word}`")).collect();
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown {place} {}", quoted(word)))
        .label(format!("expected {}", list(&words, "or")));
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean `{near}`?"))
            .fix(format!("write `{near}`"), span, near),
        None => diagnostic,
    }
}
