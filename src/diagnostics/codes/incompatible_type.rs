//! `incompatible-type`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0502", "incompatible-type", Error, "6.4.2");

/// `what` is refined with the type `own` at `span`, which does not derive from `inherited`, at `place`.
pub(crate) fn new(span: Span, what: &str, own: &str, inherited: &str, place: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{what} cannot be refined to {}", quoted(own)))
        .label(format!("expected {} or a type derived from it", quoted(inherited)));
    let diagnostic = match place {
        Some(place) => diagnostic.also(place, format!("inherited type is {}", quoted(inherited))),
        None => diagnostic,
    };
    diagnostic.help(format!("use {} or a type derived from it, or remove the type", quoted(inherited)))
}
