//! `wrong-operand-count`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1103", "wrong-operand-count", Error, "");

/// Reports that `name` has `count` operands at `span`, but takes `expected`.
pub(crate) fn new(span: Span, name: &str, expected: &str, count: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs {expected}, not {count}", quoted(name)))
        .label(format!("expected {expected}"))
        .help("add or remove operands")
}

/// Reports that `name` does not have a list of operands.
pub(crate) fn missing_list(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs a list of operands", quoted(name)))
        .label("expected a list")
        .help("wrap the operands in brackets")
}

/// Reports that `name` has a list of operands, but takes one operand.
pub(crate) fn unexpected_list(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} needs one operand, not a list", quoted(name)))
        .label("expected one expression")
        .help("remove the brackets")
}
