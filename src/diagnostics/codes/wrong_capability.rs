//! `wrong-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0811", "wrong-capability", Error, "8.5.2");

/// Requirement `name` is to use `capability`, `described` at `span`, but wants one of type `wanted`, which
/// `place` names.
pub(crate) fn new(
    span: Span,
    (name, capability, described): (&str, &str, &str),
    wanted: &str,
    place: Span,
) -> Diagnostic {
    let message = format!("requirement {} cannot use capability {}", quoted(name), quoted(capability));
    Diagnostic::new(&CODE, span, message)
        .label(described)
        .also(place, format!("requires a capability of type {}", quoted(wanted)))
        .help(format!("use a capability of type {} or a type derived from it, or remove `capability`", quoted(wanted)))
}
