//! `unused-anchor`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0114", "unused-anchor", Warning, "6.3");

/// Reports that no alias names the anchor at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused anchor {}", quoted(name)))
        .help(format!("remove `&{name}`, or use it with `*{name}`"))
}
