//! `redefined-function`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0409", "redefined-function", Warning, "10.4");

/// Reports that the function defined at `span` has the name of a built-in function.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is a built-in function", quoted(name)))
        .label("adds signatures to the built-in function")
        .help("rename the function, unless it is meant to extend the built-in one")
}
