//! `repeated-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0718", "repeated-value", Warning, "10.2.2.2.6");

/// Reports that the value at `span` equals the one at `first_span`.
pub(crate) fn new(span: Span, value: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is listed twice", quoted(value)))
        .label("has no effect")
        .also(first_span, "first listed here")
        .help("remove this entry")
}

/// Reports that the artifact at `span` is also listed at `first_span`, as the primary artifact if
/// `is_primary`.
pub(crate) fn artifact(span: Span, name: &str, first_span: Span, is_primary: bool) -> Diagnostic {
    let (message, label) = if is_primary {
        ("is a dependency of itself", "primary artifact")
    } else {
        ("is listed twice", "first listed here")
    };
    Diagnostic::new(&RULE, span, format!("artifact {} {message}", quoted(name)))
        .label("has no effect")
        .also(first_span, label)
        .help("remove this entry")
}
