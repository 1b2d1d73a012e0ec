//! `lenient-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1013", "lenient-value", Warning, "");

/// What is `written` is of another kind than its place demands; it is taken for `better`.
pub(crate) fn new(span: Span, written: &str, better: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is not valid, but accepted", quoted(written)))
        .label(format!("interpreted as {}", quoted(better)))
        .help(format!("write {}", quoted(better)))
        .fix(format!("write {}", quoted(better)), span, better)
}
