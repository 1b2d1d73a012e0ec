//! `repeated-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0903", "repeated-mapping", Warning, "15.2");

/// Another property is mapped to the input `name` already, at `first`.
pub(crate) fn input(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("two properties are mapped to input {}", quoted(name)))
        .label("the resulting value is undefined")
        .also(first, "first mapped here")
        .help("remove one of the mappings, or map to another input")
}

/// An attribute of all relationships and of one of them are mapped, at `span` and `first`.
pub(crate) fn all(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "an attribute of one relationship is mapped twice")
        .label("the resulting value is undefined")
        .also(first, "first mapped here")
        .help("use either `ALL` or the numbers")
}
