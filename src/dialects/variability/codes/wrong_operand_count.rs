//! `wrong-operand-count`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1103", "wrong-operand-count", Error, "");

/// `name` has `count` operands at `span`, but takes `wanted`.
pub(crate) fn new(span: Span, name: &str, wanted: &str, count: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs {wanted}, not {count}", quoted(name)))
        .label(format!("expected {wanted}"))
        .help("add or remove operands")
}

/// `name` takes a list of operands.
pub(crate) fn no_list(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs a list of operands", quoted(name)))
        .label("expected a list")
        .help("wrap the operands in brackets")
}

/// `name` takes one operand, without a list.
pub(crate) fn not_a_list(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} needs one operand, not a list", quoted(name)))
        .label("expected one expression")
        .help("remove the brackets")
}
