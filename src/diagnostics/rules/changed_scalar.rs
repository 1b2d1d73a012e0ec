//! `changed-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0523", "changed-scalar", Error, "9.1.2.2");

/// Reports that a derived scalar type cannot do `what`, as at `span`; the inherited definition is at
/// `inherited_span`.
pub(crate) fn new(span: Span, what: &str, problem: &str, inherited_span: Span, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a derived scalar type cannot {what}"))
        .label(problem)
        .also(inherited_span, "inherited from here")
        .help(help)
}
