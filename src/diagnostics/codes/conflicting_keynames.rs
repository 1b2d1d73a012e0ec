//! `conflicting-keynames`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0205", "conflicting-keynames", Error, "5.2");

/// The keyname at `span` and the one at `other` exclude each other.
pub(crate) fn new(span: Span, name: &str, other: Span, other_name: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("`{name}` cannot be combined with `{other_name}`"))
        .also(other, format!("`{other_name}` is here"))
        .help(help)
}
