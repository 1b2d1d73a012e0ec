//! `not-a-number-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0524", "not-a-number-type", Error, "9.1.2.2");

/// Reports that the type `name` at `span` is not a number type.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the number of a scalar cannot be of type {}", quoted(name)))
        .label("expected `integer`, `float` or a derived type")
        .help("use a number type, or remove `data_type` to use `float`")
}
