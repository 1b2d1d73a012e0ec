//! `renamed-spelling`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1091", "renamed-spelling", Info, "");

/// Reports that TOSCA 2.0 writes `replacement` for `written`.
pub(crate) fn new(span: Span, written: &str, replacement: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("in TOSCA 2.0, {} is written {}", quoted(written), quoted(replacement)))
        .fix(format!("write {}", quoted(replacement)), span, replacement)
}
