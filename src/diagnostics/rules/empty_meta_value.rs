//! `empty-meta-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0351", "empty-meta-value", Warning, "17.2");

/// Reports that the keyname at `span` has no value.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} has no value", quoted(name)))
        .label("nothing after the colon")
        .help("add a value, or remove the line")
}
