//! `unreachable-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0513", "unreachable-capability", Warning, "8.1");

/// No relationship type of the list at `span` admits the capability type `name`.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("no relationship can lead to capability type {}", quoted(name)))
        .label("none of these has it among its `valid_capability_types`")
        .help("name a relationship type that admits this capability type, or extend its `valid_capability_types`")
}
