//! `not-allocatable`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0825", "not-allocatable", Error, "8.5.5");

/// The property `name` is no amount, but of type `data_type`, as `place` says.
pub(crate) fn new(span: Span, name: &str, data_type: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("property {} cannot be allocated", quoted(name)))
        .label(format!("of type {}", quoted(data_type)))
        .also(place, "defined here")
        .help("allocate a property of type `integer`, `float` or a scalar type; use `node_filter` for other conditions")
}
