//! `typographic-quotes`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0117", "typographic-quotes", Warning, "5.3.1");

/// Reports a text at `span` between typographic quotes, and what to write.
pub(crate) fn new(span: Span, written: &str) -> Diagnostic {
    let help = format!("write {}", quoted(written));
    Diagnostic::new(&RULE, span, "typographic quotes are part of the text")
        .label("not quotes in YAML")
        .help(help.clone())
        .fix(help, span, written)
}
