//! `invalid-bytes`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0604", "invalid-bytes", Error, "9.1.1.5");

/// Reports that the text at `span` is not Base64; `reason` says why.
pub(crate) fn new(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "invalid Base64").label(reason).help("encode the bytes in Base64")
}
