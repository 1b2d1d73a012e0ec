//! `conflicting-definitions`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0403", "conflicting-definitions", Error, "6.8.4");

/// Reports that the definitions of `name` at `first_span` and `second_span` are both visible at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, first_span: Span, second_span: Span) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("conflicting definitions of {kind} {}", quoted(name)));
    if first_span == span {
        diagnostic = diagnostic.label("defined here");
    } else {
        diagnostic = diagnostic.also(first_span, "defined here");
    }
    if second_span != span {
        diagnostic = diagnostic.also(second_span, "also defined here");
    }
    diagnostic.help("rename one of them, or import one of the files with a `namespace`")
}
