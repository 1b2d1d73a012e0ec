//! `duplicate-policy`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0923", "duplicate-policy", Error, "16.4");

/// Reports that two policies are named `name`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("policy {} is defined twice", quoted(name)))
        .label("same name")
        .also(first_span, "first defined here")
        .help("rename or remove one of them")
}
