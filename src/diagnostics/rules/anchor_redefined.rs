//! `anchor-redefined`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0113", "anchor-redefined", Warning, "5.3.1");

/// Reports that the anchor at `span` was already defined at `first_span`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("anchor {} is defined twice", quoted(name)))
        .label("later aliases refer to this value")
        .also(first_span, "earlier aliases refer to this value")
        .help("rename one of them")
}
