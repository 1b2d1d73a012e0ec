//! `contradictory-presence`: see the page.

use crate::base::{FileId, Span};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T1111", "contradictory-presence", Error, "");

/// A circle of presences with a negation in it: what they are and where.
pub(crate) fn new(chain: &[(String, Span)]) -> Diagnostic {
    let Some((first, span)) = chain.first() else {
        return Diagnostic::new(&CODE, Span::start_of(FileId(0)), "presence depends on its own negation");
    };
    let names: Vec<&str> = chain.iter().chain([&chain[0]]).map(|(name, _)| name.as_str()).collect();
    let message = format!("presence of {first} depends on its own absence");
    let mut diagnostic = Diagnostic::new(&CODE, *span, message).label(names.join(" → "));
    for (name, place) in chain.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(*place, format!("{name} is part of the cycle"));
    }
    diagnostic.help("make one of these conditions depend only on inputs")
}
