//! `unused-suppression`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0013", "unused-suppression", Warning, "");

/// Reports that the suppression of `slug` in a comment is not used; `removal_span` is the text to remove.
pub(crate) fn new(span: Span, slug: &str, scope: &str, removal_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused suppression of {}", quoted(slug)))
        .label(format!("no such finding {scope}"))
        .help("remove it, or move the comment to the line of the finding or the line above it")
        .fix("remove the suppression", removal_span, "")
}
