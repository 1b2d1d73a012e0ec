//! `missing-base-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0520", "missing-base-unit", Error, "9.1.2.2", needs [PartsAround]);

/// Reports that no entry of the map at `span` has the multiplier 1.
pub(crate) fn new(span: Span, what: &str, example: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("no {what} has the multiplier 1"))
        .label("multipliers refer to such a base")
        .help(format!("add a {what} with the multiplier 1, such as `{example}`"))
}
