//! `duplicate-key`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0104", "duplicate-key", Error, "5.3.1", needs [Lines]);

/// Reports that the key at `span` was already given at `first_span`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("duplicate key {}", quoted(name)))
        .label("duplicate")
        .also(first_span, "first defined here")
        .help("remove one of them, or rename it; the rest of this check uses the first")
}
