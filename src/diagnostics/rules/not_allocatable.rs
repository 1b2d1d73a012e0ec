//! `not-allocatable`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0825", "not-allocatable", Error, "8.5.5");

/// Reports that the property `name`, defined at `definition_span`, cannot be allocated: its type is
/// `data_type`.
pub(crate) fn new(span: Span, name: &str, data_type: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("property {} cannot be allocated", quoted(name)))
        .label(format!("of type {}", quoted(data_type)))
        .also(definition_span, "defined here")
        .help("allocate a property of type `integer`, `float` or a scalar type; use `node_filter` for other conditions")
}
