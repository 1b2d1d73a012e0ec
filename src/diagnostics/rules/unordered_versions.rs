//! `unordered-versions`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::EQUAL;

declare_rule!("T0750", "unordered-versions", Warning, "9.1.2.3");

/// Reports that the comparison at `span` is of versions that have no order.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "these versions cannot be ordered")
        .label("differ only in their qualifiers")
        .help(format!("compare versions that differ in a number, or use {EQUAL}"))
}

/// Reports that the clause at `clause_span` compares the version `text` at `span` with a version to which it
/// has no order.
pub(crate) fn in_condition(span: Span, text: &str, clause_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("version {} cannot be ordered", quoted(text)))
        .label("qualifiers differ")
        .also(clause_span, "compared by this clause")
        .help("use a version that differs in a number, or has no qualifier")
}
