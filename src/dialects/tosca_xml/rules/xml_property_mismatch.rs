//! `xml-property-mismatch`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1219", "xml-property-mismatch", Warning, "");

/// Reports that the type does not define the property `name`.
pub(crate) fn unknown(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the type does not define the property {}", quoted(name)))
        .help("correct the name, or define the property in the type")
}

/// Reports that the value `text` of the property `name` is not of the type `expected`.
pub(crate) fn wrong(span: Span, name: &str, text: &str, expected: &str) -> Diagnostic {
    let message = format!("the property {} cannot be {}", quoted(name), quoted(text));
    Diagnostic::new(&RULE, span, message)
        .label(format!("expected a value of type {}", quoted(expected)))
        .help("correct the value, or the type of the property")
}

/// Reports that the value of the property `name` has elements, although it is a single value.
pub(crate) fn elements(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the property {} cannot have elements", quoted(name)))
        .help("write a single value, or define a complex type")
}
