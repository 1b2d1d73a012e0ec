//! `function-not-allowed`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0219", "function-not-allowed", Error, "10.1");

/// A function call at `span` where `place` must be plain.
pub(crate) fn found(span: Span, name: &str, place: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot be used here", quoted(name)))
        .label(format!("{place} must be written out, not computed"))
        .help("use functions inside values only")
}

/// A function call at `span` in a value that is given to an input.
pub(crate) fn in_given_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot be used here", quoted(name)))
        .label("a given value must be written out, not computed")
        .help("write the value; a string that starts with a dollar sign is written with `$$`")
}
