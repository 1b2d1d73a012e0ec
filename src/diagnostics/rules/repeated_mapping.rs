//! `repeated-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0903", "repeated-mapping", Warning, "15.2");

/// Reports that two properties are mapped to the input `name`; the first mapping is at `first_span`.
pub(crate) fn input(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("two properties are mapped to input {}", quoted(name)))
        .label("the resulting value is undefined")
        .also(first_span, "first mapped here")
        .help("remove one of the mappings, or map to another input")
}

/// Reports that an attribute is mapped both for all relationships and for one of them, at `span` and
/// `first_span`.
pub(crate) fn attribute(span: Span, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "an attribute of one relationship is mapped twice")
        .label("the resulting value is undefined")
        .also(first_span, "first mapped here")
        .help("use either `ALL` or the numbers")
}
