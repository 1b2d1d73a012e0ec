//! `malformed-xml`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1201", "malformed-xml", Error, "");

/// Reports text at `span` that is not well-formed XML.
pub(crate) fn new(span: Span, message: &str, label: &str, help: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, message).help(help);
    if label.is_empty() { diagnostic } else { diagnostic.label(label) }
}
