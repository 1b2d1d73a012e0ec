//! `implementation-in-interface-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0220", "implementation-in-interface-type", Error, "11.1", leaves [Member]);

/// Reports that an interface type has `what` at `span`: an implementation or an output mapping.
pub(crate) fn new(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("interface types cannot have {what}"))
        .label("not allowed in an interface type")
        .help("move it to the interface of a node type, relationship type or template")
}
