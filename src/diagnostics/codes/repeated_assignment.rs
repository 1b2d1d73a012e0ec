//! `repeated-assignment`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0821", "repeated-assignment", Warning, "8.5.2");

/// The assignment of `name` at `span` says the same as the one at `place`.
pub(crate) fn new(span: Span, name: &str, target: &str, place: Span) -> Diagnostic {
    let message = format!("requirement {} targets {} twice", quoted(name), quoted(target));
    Diagnostic::new(&CODE, span, message)
        .label("duplicate")
        .also(place, "first assigned here")
        .help("remove one of them, or use another node or capability")
}
