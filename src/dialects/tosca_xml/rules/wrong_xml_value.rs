//! `wrong-xml-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1207", "wrong-xml-value", Error, "");

/// Reports that the value `text` of the attribute `name` is not what is `expected`.
pub(crate) fn new(span: Span, name: &str, text: &str, expected: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot be {}", quoted(name), quoted(text)))
        .label(format!("expected {expected}"))
        .help(format!("write {expected}"))
}

/// Reports a type of a parameter that is not a simple type of XML Schema: any text is allowed.
pub(crate) fn parameter_type(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the type {} is not known", quoted(text)))
        .at_level(crate::diagnostics::Level::Warning)
        .label("treated as a string")
        .help("write a simple type of XML Schema, such as `xsd:string`")
}
