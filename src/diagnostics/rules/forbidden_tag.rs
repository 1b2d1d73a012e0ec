//! `forbidden-tag`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0110", "forbidden-tag", Error, "5.3.1");

/// Reports the tag `!!{name}` at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    let help = if name == "binary" {
        "remove the tag; declare the value as `bytes` and write it as a Base64 string"
    } else {
        "remove the tag; declare the value as `timestamp` and write it as a string"
    };
    Diagnostic::new(&RULE, span, format!("tag `!!{name}` is not allowed in TOSCA")).help(help)
}
