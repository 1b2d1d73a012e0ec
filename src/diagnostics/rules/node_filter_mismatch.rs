//! `node-filter-mismatch`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0823", "node-filter-mismatch", Error, "8.6");

/// Reports that requirement `name` targets `target` at `span`, which does not satisfy the condition of the
/// node filter at `condition_span`.
pub(crate) fn new(span: Span, name: &str, target: &str, condition_span: Span) -> Diagnostic {
    let message = format!("{} does not satisfy the node filter of requirement {}", quoted(target), quoted(name));
    Diagnostic::new(&RULE, span, message)
        .label("target of the requirement")
        .also(condition_span, "this condition is false for the target")
        .help("target another node, or change the values of this one")
}
