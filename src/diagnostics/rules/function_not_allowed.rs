//! `function-not-allowed`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, function};

declare_rule!("T0219", "function-not-allowed", Error, "10.1");

/// Reports a function call at `span`, although `what` must be a literal.
pub(crate) fn new(span: Span, name: &str, what: &str) -> Diagnostic {
    with_help(span, name, what, "call functions only inside values".to_owned())
}

/// Reports a function call at `span`, although `what` must be a literal, with the help for it.
pub(crate) fn with_help(span: Span, name: &str, what: &str, help: String) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot be called here", function(name)))
        .label(format!("{what} must be a literal"))
        .help(help)
}

/// Reports a function call at `span` in a value that is given to an input.
pub(crate) fn in_given_input(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot be called here", function(name)))
        .label("input values must be literals")
        .help("write the value; to start a string with `$`, write `$$`")
}
