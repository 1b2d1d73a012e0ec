//! `misplaced-conditions`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1115", "misplaced-conditions", Error, "");

/// Reports that an output has `conditions` at `span` in the published language; `help` names the extended one.
pub(crate) fn of_output(span: Span, help: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "an output cannot have `conditions` in Variability4TOSCA 1.0")
        .label("an extension")
        .help(help)
}

/// Reports that `what` has `conditions` at `span`, although it cannot have any.
pub(crate) fn new(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} cannot have `conditions` in Variability4TOSCA 1.0"))
        .label("only in later drafts")
        .help("move the conditions to a node template, requirement assignment, group, policy or template input")
}
