//! `empty-list`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0209", "empty-list", Warning, "5.2");

/// Reports that the list at `span` is empty; `meaning` is its effect.
pub(crate) fn new(span: Span, name: &str, meaning: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the list `{name}` is empty"))
        .label(meaning)
        .help(format!("add an entry, or remove `{name}`"))
}
