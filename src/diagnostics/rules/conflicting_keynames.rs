//! `conflicting-keynames`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0205", "conflicting-keynames", Error, "5.2");

/// Reports that the keyname at `span` and the one at `other_span` exclude each other.
pub(crate) fn new(span: Span, name: &str, other_span: Span, other_name: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("`{name}` cannot be combined with `{other_name}`"))
        .also(other_span, format!("`{other_name}` is here"))
        .help(help)
}
