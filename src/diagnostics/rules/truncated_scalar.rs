//! `truncated-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0735", "truncated-scalar", Warning, "10.2.5");

/// Reports that the result of the call at `span` is not whole and was truncated to `result`; `has_defaults` is whether
/// that is so with the defaults of inputs.
pub(crate) fn new(span: Span, result: &str, has_defaults: bool) -> Diagnostic {
    let result = quoted(result);
    let message = if has_defaults {
        format!("with the defaults of the inputs, the result is not a whole amount and is truncated to {result}")
    } else {
        format!("the result is not a whole amount and is truncated to {result}")
    };
    Diagnostic::new(&RULE, span, message)
        .label("not exact")
        .help("use a scalar type with `data_type: float`, or arguments with a whole result")
}
