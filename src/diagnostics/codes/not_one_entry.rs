//! `not-one-entry`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0206", "not-one-entry", Error, "5.2");

/// A list entry at `span` must be a map with exactly one key, the name of `entity`.
pub(crate) fn new(span: Span, entity: &str, got: &str, help: String) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("an entry must be a single name with its {entity}, not {got}")).help(help)
}
