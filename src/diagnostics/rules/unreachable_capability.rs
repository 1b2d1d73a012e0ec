//! `unreachable-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::VALID_CAPABILITY_TYPES;

declare_rule!("T0513", "unreachable-capability", Warning, "8.1");

/// Reports that no relationship type of the list at `span` allows the capability type `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("no relationship can target capability type {}", quoted(name)))
        .label("none of these types allows it")
        .help(format!("use a relationship type that allows this capability type, or extend its {VALID_CAPABILITY_TYPES}"))
}
