//! `incompatible-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T0901", "incompatible-mapping", Error, "15.2");

/// Reports that `what` is not compatible with `target`, which is named at `span`; `reason` says why.
pub(crate) fn new(span: Span, what: &str, target: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} is not compatible with {target}")).label(reason)
}
