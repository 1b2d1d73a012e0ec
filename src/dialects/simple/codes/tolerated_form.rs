//! `tolerated-form`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1012", "tolerated-form", Warning, "");

/// What stands at `span` has no place in the grammar; it is read as `meaning`.
pub(crate) fn found(span: Span, what: &str, meaning: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} has no place here")).label(format!("read as {meaning}")).help(help)
}

/// The section `name` holds nothing.
pub(crate) fn empty(span: Span, name: &str) -> Diagnostic {
    found(span, &format!("{} without a value", quoted(name)), "an empty section", "give it a value, or remove the line")
}
