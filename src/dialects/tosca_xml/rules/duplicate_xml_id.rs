//! `duplicate-xml-id`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1209", "duplicate-xml-id", Error, "");

/// Reports that `id` is already used at `first`.
pub(crate) fn new(span: Span, id: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the id {} is used twice", quoted(id)))
        .also(first, "first used here")
        .help("give one of the elements another id")
}
