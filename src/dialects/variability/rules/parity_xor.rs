//! `parity-xor`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1116", "parity-xor", Info, "");

/// Reports that `xor` at `span` has more than two operands.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`xor` has more than two operands")
        .label("true if exactly one operand is true")
        .note("newer releases of other tools return true if an odd number of operands is true")
        .help("use `and`, `or` and `not` if other tools also read this file")
}
