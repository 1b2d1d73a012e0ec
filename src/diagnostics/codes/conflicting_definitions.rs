//! `conflicting-definitions`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0403", "conflicting-definitions", Error, "6.8.4");

/// Two definitions of one name meet at `span`.
pub(crate) fn new(span: Span, kind: &str, name: &str, first: Span, second: Span) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&CODE, span, format!("conflicting definitions of {kind} {}", quoted(name)));
    if first == span {
        diagnostic = diagnostic.label("defined here");
    } else {
        diagnostic = diagnostic.also(first, "defined here");
    }
    if second != span {
        diagnostic = diagnostic.also(second, "also defined here");
    }
    diagnostic.help("rename one of them, or import one of the files with a `namespace`")
}
