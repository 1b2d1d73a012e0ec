//! `invalid-pattern`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level};

declare_code!("T0709", "invalid-pattern", Error, "10.2.2.2.7");

/// The pattern at `span` is no regular expression, for `reason`.
pub(crate) fn found(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("no regular expression: {reason}"))
        .label(reason)
        .help("put a backslash in front of a special character that is meant itself")
}

/// The pattern at `span` cannot be read here, for `reason`, but perhaps elsewhere.
pub(crate) fn doubtful(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("not every orchestrator can read this regular expression: {reason}"))
        .at_level(Level::Warning)
        .label(reason)
        .help("write the pattern with what all dialects have in common")
        .note("this tool leaves the condition open")
}

/// The pattern at `span` uses look-around or back-references.
pub(crate) fn foreign(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "look-around and back-references are not part of every dialect")
        .at_level(Level::Warning)
        .label("not every orchestrator can read this")
        .help("write the condition with several patterns, combined by `$and`, `$or` and `$not`")
        .note("this tool leaves the condition open")
}
