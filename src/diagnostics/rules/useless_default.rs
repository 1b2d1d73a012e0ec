//! `useless-default`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0526", "useless-default", Warning, "9.4", needs [Definitions, Kind, Section("derived_from")]);

/// Reports that the `default` of `what` at `span` is never used; `reason` says why, and `other_label` is
/// shown at `other_span`.
pub(crate) fn new(span: Span, what: &str, reason: &str, other_span: Span, other_label: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the `default` of {what} is never used"))
        .label(reason)
        .also(other_span, other_label)
        .help("remove one of them")
}
