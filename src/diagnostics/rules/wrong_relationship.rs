//! `wrong-relationship`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0812", "wrong-relationship", Error, "8.5.2");

/// Reports that requirement `name` uses `relationship`, `described` at `span`, but needs a relationship of
/// type `expected`, named at `type_span`.
pub(crate) fn new(
    span: Span,
    (name, relationship, described): (&str, &str, &str),
    expected: &str,
    type_span: Span,
) -> Diagnostic {
    let message = format!("requirement {} cannot use relationship {}", quoted(name), quoted(relationship));
    Diagnostic::new(&RULE, span, message)
        .label(described)
        .also(type_span, format!("requires a relationship of type {}", quoted(expected)))
        .help(format!("use a relationship type or template of type {} or a type derived from it", quoted(expected)))
}
