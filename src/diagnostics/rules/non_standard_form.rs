//! `non-standard-form`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0217", "non-standard-form", Warning, "5.2");

/// Reports that the notation at `span` is not in the grammar; it is interpreted as `meaning`.
pub(crate) fn new(span: Span, what: &str, meaning: &str, help: String) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} is not in the grammar of TOSCA 2.0"))
        .label(format!("interpreted as {meaning}"))
        .help(help)
}
