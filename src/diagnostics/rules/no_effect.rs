//! `no-effect`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0223", "no-effect", Warning, "5.2", needs [PartsAround]);

/// Reports that `what` at `span` has no effect; `reason` says why.
pub(crate) fn new(span: Span, what: &str, reason: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} has no effect")).label(reason).help(help)
}
