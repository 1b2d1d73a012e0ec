//! `incompatible-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T0901", "incompatible-mapping", Error, "15.2");

/// What is mapped does not fit what it is mapped to, which is named at `span`, for `reason`.
pub(crate) fn new(span: Span, what: &str, to: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} is not compatible with {to}")).label(reason)
}
