//! `invalid-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0230", "invalid-mapping", Error, "15.1");

/// Reports that the mapping, or the part of it, at `span` is not `expected`.
pub(crate) fn new(span: Span, what: &str, expected: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid {what}")).label(format!("expected {expected}"))
}

/// Reports that the mapping at `span` is not `expected`, but should be written as `intended`.
pub(crate) fn with_intended(span: Span, what: &str, expected: &str, intended: &str) -> Diagnostic {
    new(span, what, expected).help(format!("write {}", quoted(intended)))
}
