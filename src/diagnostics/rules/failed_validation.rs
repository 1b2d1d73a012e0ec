//! `failed-validation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::{CLAUSE, VALIDATION};

declare_rule!("T0610", "failed-validation", Error, "9.11", needs [Result, Clause]);

/// Reports that the value of `what`, at `span`, does not satisfy its validation or, if `is_part`, a clause of
/// it; `clause` has its text and span.
pub(crate) fn new(
    span: Span,
    what: &str,
    value: &str,
    (clause, clause_span): (&str, Span),
    is_part: bool,
) -> Diagnostic {
    let condition = if is_part { "this clause fails".to_owned() } else { format!("{CLAUSE} defined here") };
    Diagnostic::new(&RULE, span, format!("{what} does not satisfy its {VALIDATION}"))
        .label(format!("{} does not satisfy {}", quoted(value), quoted(clause)))
        .also(clause_span, condition)
}
