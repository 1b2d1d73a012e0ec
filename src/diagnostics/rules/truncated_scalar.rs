//! `truncated-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0735", "truncated-scalar", Warning, "10.2.5");

/// Reports that the result of the call at `span` is not whole and was truncated to `result`.
pub(crate) fn new(span: Span, result: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the result is not a whole amount and is truncated to {}", quoted(result)))
        .label("not exact")
        .help("use a scalar type with `data_type: float`, or arguments with a whole result")
}
