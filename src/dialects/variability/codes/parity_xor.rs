//! `parity-xor`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T1116", "parity-xor", Info, "");

/// `xor` at `span` has more than two operands.
pub(crate) fn found(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`xor` of more than two operands is read in two ways")
        .label("true if exactly one operand is")
        .note("newer releases of other tools take it for true if an odd number of operands is")
        .help("write it with `and`, `or` and `not` where other tools read this file, too")
}
