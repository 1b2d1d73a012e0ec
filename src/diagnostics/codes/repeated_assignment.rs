//! `repeated-assignment`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0821", "repeated-assignment", Warning, "8.5.2");

/// The assignment of `name` at `span` says the same as the one at `place`.
pub(crate) fn found(span: Span, name: &str, target: &str, place: Span) -> Diagnostic {
    let message = format!("requirement {} leads to {} twice", quoted(name), quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label("the same relationship once more")
        .also(place, "first written here")
        .help("remove one, or name another node or capability")
}
