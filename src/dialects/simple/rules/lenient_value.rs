//! `lenient-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1013", "lenient-value", Warning, "");

/// Reports that the value `written` is of the wrong kind; it is interpreted as `replacement`.
pub(crate) fn new(span: Span, written: &str, replacement: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not valid, but accepted", quoted(written)))
        .label(format!("interpreted as {}", quoted(replacement)))
        .help(format!("write {}", quoted(replacement)))
        .fix(format!("write {}", quoted(replacement)), span, replacement)
}
