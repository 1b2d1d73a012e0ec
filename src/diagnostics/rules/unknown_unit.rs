//! `unknown-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0606", "unknown-unit", Error, "9.1.2.2", needs [Definitions]);

/// Reports that the unit of the scalar at `span` is not a unit of the type `name`.
pub(crate) fn new(span: Span, unit: &str, name: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("data type {} has no unit {}", quoted(name), quoted(unit)))
        .misses([unit])
        .label("unknown unit")
        .help(help)
}
