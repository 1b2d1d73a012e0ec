//! `value-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level};

declare_rule!("T0760", "value-too-large", Error, "10.2");

/// Reports that the result of the call at `span` is too large to be computed here.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the value is larger than 16 MiB, or deeper than 200 levels")
        .label("not computed")
        .help("compute smaller values; a value that contains another value twice doubles at each step")
}

/// Reports that, with the call at `span`, the computed values of a file exceed the limit.
pub(crate) fn total(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the computed values of this file exceed 256 MiB")
        .at_level(Level::Warning)
        .label("limit exceeded here")
        .help("read only parts of large values, or compute them only once")
        .note("later values are not computed")
}

/// Reports that the text that is matched at `span` is too long.
pub(crate) fn text(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a text of more than 64 KiB is too long for a regular expression")
        .at_level(Level::Warning)
        .label("not matched")
        .help("match a shorter part of the text")
        .note("this clause is not checked")
}
