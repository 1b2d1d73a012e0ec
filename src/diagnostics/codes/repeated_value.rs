//! `repeated-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0718", "repeated-value", Warning, "10.2.2.2.6");

/// The value at `span` equals that at `first`.
pub(crate) fn found(span: Span, value: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is listed twice", quoted(value)))
        .label("changes nothing")
        .also(first, "listed here already")
        .help("remove it")
}

/// The artifact at `span` is given at `first`, too.
pub(crate) fn artifact(span: Span, name: &str, first: Span, is_primary: bool) -> Diagnostic {
    let (message, label) = if is_primary {
        ("is a dependency of itself", "the artifact that is run")
    } else {
        ("is listed twice", "listed here already")
    };
    Diagnostic::new(&CODE, span, format!("artifact {} {message}", quoted(name)))
        .label("changes nothing")
        .also(first, label)
        .help("remove it")
}
