//! `excluded-relationship`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_code!("T0813", "excluded-relationship", Error, "7.3");

/// Requirement `name` is met at `span` by something that the list `list` at `place` excludes, for
/// `reason`; the type in question is defined at `defined`.
pub(crate) fn new(
    span: Span,
    name: &str,
    reason: &str,
    (list, place): (&str, Span),
    defined: (&str, Span),
) -> Diagnostic {
    Diagnostic::new(&CODE, span, reason)
        .label(format!("requirement {} cannot be fulfilled", quoted(name)))
        .also(place, "not allowed by this list")
        .also(defined.1, format!("{} is defined here", quoted(defined.0)))
        .help(format!("use types that allow each other, or add {} to {}", quoted(defined.0), keyname(list)))
}
