//! `invalid-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0605", "invalid-scalar", Error, "9.1.2.2", leaves [Value]);

/// Reports that the text at `span` is not a scalar; `reason` says why.
pub(crate) fn new(span: Span, text: &str, reason: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid scalar", quoted(text))).label(reason).help(help)
}

/// Reports that there is no space between number and unit.
pub(crate) fn no_space(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("missing space between number and unit in {}", quoted(text)))
        .at_level(crate::diagnostics::Level::Warning)
        .help("add a space before the unit")
}
