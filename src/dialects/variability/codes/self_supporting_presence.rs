//! `self-supporting-presence`: see the page.

use crate::base::{FileId, Span};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T1112", "self-supporting-presence", Warning, "");

/// Elements that are present only if they are present: what they are and where.
pub(crate) fn new(chain: &[(String, Span)]) -> Diagnostic {
    let Some((first, span)) = chain.first() else {
        return Diagnostic::new(&CODE, Span::start_of(FileId(0)), "presence of elements is cyclic");
    };
    let mut diagnostic = Diagnostic::new(&CODE, *span, format!("presence of {first} depends only on itself"))
        .label("interpreted as absent");
    for (name, place) in chain.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(*place, format!("{name} is part of the cycle"));
    }
    diagnostic.help("make one of these conditions depend on an input")
}
