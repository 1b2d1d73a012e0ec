//! `repeated-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0718", "repeated-value", Warning, "10.2.2.2.6");

/// The value at `span` equals that at `first`.
pub(crate) fn new(span: Span, value: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is listed twice", quoted(value)))
        .label("has no effect")
        .also(first, "first listed here")
        .help("remove this entry")
}

/// The artifact at `span` is also given at `first`.
pub(crate) fn artifact(span: Span, name: &str, first: Span, is_primary: bool) -> Diagnostic {
    let (message, label) = if is_primary {
        ("is a dependency of itself", "primary artifact")
    } else {
        ("is listed twice", "first listed here")
    };
    Diagnostic::new(&CODE, span, format!("artifact {} {message}", quoted(name)))
        .label("has no effect")
        .also(first, label)
        .help("remove this entry")
}
