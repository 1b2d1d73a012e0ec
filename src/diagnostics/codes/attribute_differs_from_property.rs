//! `attribute-differs-from-property`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0528", "attribute-differs-from-property", Warning, "9.6");

/// The property `name` has the type `own`, at `span`, an inherited attribute of that name another, at `place`.
pub(crate) fn property(span: Span, name: &str, own: &str, other: &str, place: Span) -> Diagnostic {
    let what = format!("property {} differs from the inherited attribute of the same name", quoted(name));
    Diagnostic::new(&CODE, span, what)
        .label(format!("type is {}, not {}", quoted(own), quoted(other)))
        .also(place, "this attribute reflects the property")
        .help(format!("use type {}, or rename the property", quoted(other)))
}

/// The attribute `name` has the type `own`, at `span`, the property of that name another, at `place`.
pub(crate) fn new(span: Span, name: &str, own: &str, other: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("attribute {} differs from the property of the same name", quoted(name)))
        .label(format!("type is {}, not {}", quoted(own), quoted(other)))
        .also(place, "reflected by the attribute")
        .help("remove the attribute (every property already has one), or rename it")
}
