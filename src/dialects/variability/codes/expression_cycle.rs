//! `expression-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1110", "expression-cycle", Error, "");

/// Expressions that use each other in a circle: names and places.
pub(crate) fn new(chain: &[(&str, Span)]) -> Diagnostic {
    let Some((first, span)) = chain.first() else {
        return Diagnostic::new(&CODE, Span::start_of(crate::base::FileId(0)), "expressions refer to each other in a cycle");
    };
    let names: Vec<String> = chain.iter().chain([&chain[0]]).map(|(name, _)| quoted(name)).collect();
    let mut diagnostic = Diagnostic::new(&CODE, *span, format!("expression {} depends on itself", quoted(first)))
        .label(names.join(" → "));
    for (name, place) in chain.iter().skip(1).take(3) {
        diagnostic = diagnostic.also(*place, format!("{} is part of the cycle", quoted(name)));
    }
    diagnostic.help("remove one of these references")
}
