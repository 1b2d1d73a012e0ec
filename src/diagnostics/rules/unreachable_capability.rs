//! `unreachable-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::VALID_CAPABILITY_TYPES;

declare_code!("T0513", "unreachable-capability", Warning, "8.1");

/// Reports that no relationship type of the list at `span` allows the capability type `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("no relationship can target capability type {}", quoted(name)))
        .label("none of these types allows it")
        .help(format!("use a relationship type that allows this capability type, or extend its {VALID_CAPABILITY_TYPES}"))
}
