//! `unknown-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1203", "unknown-xml-element", Error, "");

/// Reports that `outer` has no element `name`.
pub(crate) fn new(span: Span, name: &str, outer: &str, help: String) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown element {} in {}", quoted(name), quoted(outer))).help(help)
}
