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
