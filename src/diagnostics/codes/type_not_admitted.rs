//! `type-not-admitted`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0507", "type-not-admitted", Error, "6.4.2");

/// The type `name` at `span` is admitted by no entry of the list `keyname` at `place`.
pub(crate) fn found(span: Span, name: &str, keyname: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is not admitted by the inherited {}", quoted(name), quoted(keyname)))
        .label("neither in the inherited list nor derived from an entry of it")
        .also(place, "the inherited list")
        .help("name a type of the inherited list or one that is derived from such a type")
}
