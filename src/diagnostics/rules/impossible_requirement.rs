//! `impossible-requirement`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0512", "impossible-requirement", Warning, "8.4");

/// Reports that requirement `name` can never be fulfilled because of `reason` at `span`; the list at
/// `list_span` excludes it.
pub(crate) fn new(span: Span, name: &str, reason: &str, list_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("requirement {} can never be fulfilled", quoted(name)))
        .label(reason)
        .also(list_span, "excluded by this list")
        .help("use types that allow each other, or extend the list")
}
