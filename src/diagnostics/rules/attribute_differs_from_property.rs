//! `attribute-differs-from-property`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0528", "attribute-differs-from-property", Warning, "9.6");

/// Reports that the property `name` has the type `property_type` at `span`, but the inherited attribute of
/// the same name, at `attribute_span`, has the type `attribute_type`.
pub(crate) fn property(span: Span, name: &str, property_type: &str, attribute_type: &str, attribute_span: Span) -> Diagnostic {
    let what = format!("property {} differs from the inherited attribute of the same name", quoted(name));
    Diagnostic::new(&RULE, span, what)
        .label(format!("type is {}, not {}", quoted(property_type), quoted(attribute_type)))
        .also(attribute_span, "this attribute reflects the property")
        .help(format!("use type {}, or rename the property", quoted(attribute_type)))
}

/// Reports that the attribute `name` has the type `attribute_type` at `span`, but the property of the same
/// name, at `property_span`, has the type `property_type`.
pub(crate) fn new(span: Span, name: &str, attribute_type: &str, property_type: &str, property_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("attribute {} differs from the property of the same name", quoted(name)))
        .label(format!("type is {}, not {}", quoted(attribute_type), quoted(property_type)))
        .also(property_span, "reflected by the attribute")
        .help("remove the attribute (every property already has one), or rename it")
}
