//! `duplicate-import`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0307", "duplicate-import", Warning, "6.8.2");

/// Reports that the import at `span` repeats the one at `first_span`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is imported twice", quoted(name)))
        .also(first_span, "first imported here")
        .help("remove one of them")
}
