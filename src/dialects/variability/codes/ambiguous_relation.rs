//! `ambiguous-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1108", "ambiguous-relation", Error, "");

/// The name at `span` is that of several requirement assignments of `holder`: their indexes and places.
pub(crate) fn new(span: Span, name: &str, holder: &str, all: &[(u32, Span)]) -> Diagnostic {
    let message = format!("node template {} assigns {} more than once", quoted(holder), quoted(name));
    let mut diagnostic = Diagnostic::new(&CODE, span, message).label("ambiguous name");
    for (index, place) in all {
        diagnostic = diagnostic.also(*place, format!("index {index}"));
    }
    let indexes: Vec<String> = all.iter().map(|(index, _)| format!("`{index}`")).collect();
    diagnostic.help(format!("use the index instead of the name: {}", crate::diagnostics::list(&indexes, "or")))
}
