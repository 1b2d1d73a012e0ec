//! `unknown-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0606", "unknown-unit", Error, "9.1.2.2");

/// Reports that the unit of the scalar at `span` is not a unit of the type `name`.
pub(crate) fn new(span: Span, unit: &str, name: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("data type {} has no unit {}", quoted(name), quoted(unit)))
        .label("unknown unit")
        .help(help)
}
