//! `ambiguous-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1108", "ambiguous-relation", Error, "");

/// Reports that several requirement assignments of `owner` have the name at `span`; `assignments` has their
/// indexes and spans.
pub(crate) fn new(span: Span, name: &str, owner: &str, assignments: &[(u32, Span)]) -> Diagnostic {
    let message = format!("node template {} assigns {} more than once", quoted(owner), quoted(name));
    let mut diagnostic = Diagnostic::new(&RULE, span, message).label("ambiguous name");
    for (index, assignment_span) in assignments {
        diagnostic = diagnostic.also(*assignment_span, format!("index {index}"));
    }
    let indexes: Vec<String> = assignments.iter().map(|(index, _)| format!("`{index}`")).collect();
    diagnostic.help(format!("use the index instead of the name: {}", crate::diagnostics::list(&indexes, "or")))
}
