//! `wrong-relationship`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0812", "wrong-relationship", Error, "8.5.2");

/// Requirement `name` is to use `relationship`, `described` at `span`, but wants one of type `wanted`, which
/// `place` names.
pub(crate) fn new(
    span: Span,
    (name, relationship, described): (&str, &str, &str),
    wanted: &str,
    place: Span,
) -> Diagnostic {
    let message = format!("requirement {} cannot use relationship {}", quoted(name), quoted(relationship));
    Diagnostic::new(&CODE, span, message)
        .label(described)
        .also(place, format!("requires a relationship of type {}", quoted(wanted)))
        .help(format!("use a relationship type or template of type {} or a type derived from it", quoted(wanted)))
}
