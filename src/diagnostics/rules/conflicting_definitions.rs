//! `conflicting-definitions`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, keyname, quoted};

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
    diagnostic.help(format!("rename one of them, or import one of the files with a {}", keyname("namespace")))
}

/// Reports that two imports bring definitions of `name` that are alike; the import at `span` brings the second one.
pub(crate) fn repeated(span: Span, kind: &str, name: &str, definitions: (Span, Span)) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{kind} {} is imported twice", quoted(name)))
        .at_level(Level::Info)
        .also(definitions.0, "defined here")
        .also(definitions.1, "defined alike here")
        .note("both definitions are alike, and taken as one type")
        .help("remove one of them")
}
