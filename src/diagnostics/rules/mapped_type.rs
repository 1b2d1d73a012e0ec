//! `mapped-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0730", "mapped-type", Error, "9.10");

/// Reports that the output `name`, which is `actual`, is stored at `span` in an attribute that is `expected`;
/// `type_span` is the type of the output.
pub(crate) fn new(span: Span, name: &str, actual: &str, expected: &str, type_span: Option<Span>) -> Diagnostic {
    let diagnostic =
        Diagnostic::new(&RULE, span, format!("output {} is {actual}, but is stored as {expected}", quoted(name)))
            .label(format!("expected {expected}"))
            .help("use the same type for both, or store the output in another attribute");
    match type_span {
        Some(type_span) => diagnostic.also(type_span, "type of the output"),
        None => diagnostic,
    }
}

/// Reports that the output `name`, which is mapped at `mapping_span` to the attribute at `attribute_span`, is
/// `actual` with the type at `span`, but the attribute is `expected`.
pub(crate) fn refined(
    span: Span,
    name: &str,
    actual: &str,
    expected: &str,
    mapping_span: Span,
    attribute_span: Span,
) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} is {actual}, but is stored as {expected}", quoted(name)))
        .label(format!("makes it {actual}"))
        .also(mapping_span, "inherited mapping")
        .also(attribute_span, "attribute defined here")
        .help("use a type that fits the attribute, or map the output to another attribute")
}
