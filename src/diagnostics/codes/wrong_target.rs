//! `wrong-target`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0810", "wrong-target", Error, "8.5.2");

/// Requirement `name` is to lead to `target`, `described` at `span`, but wants a node of type `wanted`, which
/// `place` names; the `others` are.
pub(crate) fn new(
    span: Span,
    (name, target, described): (&str, &str, &str),
    wanted: &str,
    place: Span,
    others: &str,
) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("requirement {} cannot target {}", quoted(name), quoted(target)))
        .label(described)
        .also(place, format!("requires a node of type {}", quoted(wanted)))
        .help(format!("use a node of type {} or a type derived from it{others}", quoted(wanted)))
}
