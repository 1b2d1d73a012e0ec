//! `unused-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9002", "unused-type", Warning, "6.4.3");

/// Reports that no checked file uses the type `name` of `kind`, defined at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused {kind} {}", quoted(name)))
        .label("not used by any checked file")
        .help("use it, or remove it")
}
