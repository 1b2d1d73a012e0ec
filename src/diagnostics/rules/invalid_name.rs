//! `invalid-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, Level, quoted};

declare_rule!("T0210", "invalid-name", Error, "5.2");

/// Reports that the name at `span` is `actual` instead of a string.
pub(crate) fn not_a_string(span: Span, what: &str, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} must be a string, not {}", actual.or_null()))
        .help("quote it, or use another name")
}

/// Reports that the name at `span` is the empty string.
pub(crate) fn empty(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} is empty")).help("use a name with at least one character")
}

/// Reports that the name of `what` at `span` ends with a `mark` of another language, and the entry to write.
pub(crate) fn marked(span: Span, what: &str, name: &str, mark: char, entry: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the name of {what}, {}, ends with `{mark}`", quoted(name)))
        .at_level(Level::Warning)
        .label("part of the name")
        .help(format!("write {}", quoted(entry)))
}
