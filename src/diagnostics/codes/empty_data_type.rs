//! `empty-data-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0222", "empty-data-type", Error, "9.2");

/// The data type named at `span` has neither a parent nor properties.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("data type {} needs `derived_from` or at least one property", quoted(name)))
        .help("add `derived_from:` with a data type, or `properties:` with a definition")
}
