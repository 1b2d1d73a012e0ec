//! `unused-input`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::GET_INPUT;

declare_rule!("T9001", "unused-input", Warning, "6.9.2");

/// Reports that no function reads the input `name` at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused input {}", quoted(name)))
        .label(format!("not read by any {GET_INPUT}"))
        .help(format!("read it with {GET_INPUT}, or remove it"))
}
