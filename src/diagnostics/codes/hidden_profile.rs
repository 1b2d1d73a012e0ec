//! `hidden-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0315", "hidden-profile", Info, "6.7.1");

/// The profile imported at `span` is found at two levels of the search order; the one at `taken` counts.
pub(crate) fn new(span: Span, name: &str, taken: Span, hidden: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("profile {} is declared in two locations", quoted(name)))
        .also(taken, "this one is used")
        .also(hidden, "this one is shadowed")
        .help("rename one of them if this is not intended")
}
