//! `invalid-pattern`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level};

declare_rule!("T0709", "invalid-pattern", Error, "10.2.2.2.7");

/// Reports that the pattern at `span` is not a regular expression; `reason` says why.
pub(crate) fn new(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid regular expression: {reason}"))
        .label(reason)
        .help("escape a literal special character with `\\`")
}

/// Reports that the pattern at `span` is not supported here, but may be elsewhere; `reason` says why.
pub(crate) fn unportable(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this regular expression may not work in every orchestrator: {reason}"))
        .at_level(Level::Warning)
        .label(reason)
        .help("use only syntax that is common to all regular expression dialects")
        .note("this clause is not checked")
}

/// Reports that the pattern at `span` uses look-around or backreferences.
pub(crate) fn look_around(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "look-around and backreferences do not work in every orchestrator")
        .at_level(Level::Warning)
        .label("not part of every dialect")
        .help("use several patterns, combined with `$and`, `$or` and `$not`")
        .note("this clause is not checked")
}
