//! `unsupported-dialect`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1001", "unsupported-dialect", Error, "6.2");

/// Reports that the file is written in `dialect`, as recognized by `sign` at `span`.
pub(crate) fn new(span: Span, sign: &str, dialect: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this is {dialect}"))
        .label(format!("recognized by {}", quoted(sign)))
        .note("nothing else in this file is checked")
        .help(help)
}
