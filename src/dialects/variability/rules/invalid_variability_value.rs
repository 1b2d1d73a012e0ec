//! `invalid-variability-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1113", "invalid-variability-value", Error, "");

/// Reports that the value at `span` for the input `name` must be `expected`; `type_span` names the type.
pub(crate) fn wrong_type(span: Span, name: &str, expected: &str, written: &str, type_span: Option<Span>) -> Diagnostic {
    let message = format!("variability input {} must be {expected}, not {}", quoted(name), quoted(written));
    let diagnostic = Diagnostic::new(&RULE, span, message).label(format!("expected {expected}"));
    let diagnostic = match type_span {
        Some(type_span) => diagnostic.also(type_span, "type declared here"),
        None => diagnostic,
    };
    diagnostic.help(format!("write {expected}; values are not converted"))
}

/// Reports that the value at `span` for the input `name` violates the constraint at `constraint_span`.
pub(crate) fn violated_constraint(span: Span, name: &str, written: &str, constraint_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("variability input {} must not be {}", quoted(name), quoted(written)))
        .label("violates a constraint")
        .also(constraint_span, "constraint declared here")
        .help("use a value that satisfies the constraint, or change the constraint")
}
