//! `no-effect`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0223", "no-effect", Warning, "5.2");

/// Reports that `what` at `span` has no effect; `reason` says why.
pub(crate) fn new(span: Span, what: &str, reason: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} has no effect")).label(reason).help(help)
}
