//! `unused-function`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9003", "unused-function", Warning, "10.4");

/// Reports that no checked file calls the function `name`, defined at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused function {}", quoted(name)))
        .label("not called by any checked file")
        .help("call it, or remove it")
}
