//! `useless-default`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0526", "useless-default", Warning, "9.4");

/// Reports that the `default` of `what` at `span` is never used; `reason` says why, and `other_label` is
/// shown at `other_span`.
pub(crate) fn new(span: Span, what: &str, reason: &str, other_span: Span, other_label: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the `default` of {what} is never used"))
        .label(reason)
        .also(other_span, other_label)
        .help("remove one of them")
}
