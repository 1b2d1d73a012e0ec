//! `unused-definitions-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0356", "unused-definitions-file", Warning, "17.2.1");

/// Reports that the file named at `span` does not substitute a node.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has no `substitution_mappings` and is ignored", quoted(name)))
        .label("cannot substitute a node")
        .help("remove it from the list; imported files need not be listed")
}

/// Reports that the file named at `span` is already listed; `entry_span` is the entry of the archive if that
/// names it.
pub(crate) fn listed_twice(span: Span, name: &str, entry_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is listed twice", quoted(name))).help("remove one of them");
    match entry_span {
        Some(entry_span) => diagnostic.also(entry_span, "entry of the archive"),
        None => diagnostic,
    }
}
