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
