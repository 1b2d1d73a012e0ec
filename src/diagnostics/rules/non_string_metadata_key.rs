//! `non-string-metadata-key`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic};

declare_rule!("T0234", "non-string-metadata-key", Warning, "5.3");

/// Reports that the metadata key at `span` is `actual` instead of a string.
pub(crate) fn new(span: Span, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a metadata key should be a string, not {}", actual.or_null()))
        .help("quote the key")
}
