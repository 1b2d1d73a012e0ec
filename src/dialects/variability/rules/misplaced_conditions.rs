//! `misplaced-conditions`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1115", "misplaced-conditions", Error, "");

/// Reports that `what` has `conditions` at `span`, although it cannot have any.
pub(crate) fn new(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} cannot have `conditions` in Variability4TOSCA 1.0"))
        .label("only in later drafts")
        .help("move the conditions to a node template, requirement assignment, group, policy or template input")
}
