//! `type-not-allowed`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_code!("T0507", "type-not-allowed", Error, "6.4.2");

/// The type `name` at `span` is not allowed by the list `list` at `place`.
pub(crate) fn new(span: Span, name: &str, list: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is not allowed by the inherited {}", quoted(name), keyname(list)))
        .label("neither listed nor derived")
        .also(place, "inherited list")
        .help("use a type of the inherited list, or a type derived from one of them")
}
