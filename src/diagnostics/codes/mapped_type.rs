//! `mapped-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0730", "mapped-type", Error, "9.9");

/// The output `name`, which is `got`, is stored at `span` in an attribute that is `wanted`; `place` says the
/// type of the output.
pub(crate) fn new(span: Span, name: &str, got: &str, wanted: &str, place: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(&CODE, span, format!("output {} is {got}, but is stored as {wanted}", quoted(name)))
            .label(format!("expected {wanted}"))
            .help("use the same type for both, or store the output in another attribute");
    match place {
        Some(place) => diagnostic.also(place, "type of the output"),
        None => diagnostic,
    }
}
