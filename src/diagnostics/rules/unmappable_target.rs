//! `unmappable-target`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T0905", "unmappable-target", Error, "15.5.4");

/// Reports that a mapping has an invalid target; `what` is the whole message. `reason` at `reason_span` says
/// why.
pub(crate) fn new(span: Span, what: &str, reason_span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, what).label("mapped here").also(reason_span, reason)
}
