//! `conflicting-settings`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0016", "conflicting-settings", Warning, "");

/// Reports that the value of `key` at `span` is ignored. The run uses the value at `used_span`, or the value
/// of a flag.
pub(crate) fn new(span: Span, key: &str, used_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("checked files have different values for {}", quoted(key)));
    let diagnostic = diagnostic.label("ignored");
    let diagnostic = match used_span {
        Some(used_span) => diagnostic.also(used_span, "used for all files"),
        None => diagnostic,
    };
    diagnostic.help(format!("check these files separately, or set {} to the same value for all of them", quoted(key)))
}
