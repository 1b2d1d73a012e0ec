//! `impossible-requirement`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0512", "impossible-requirement", Warning, "8.4");

/// Requirement `name` can never be fulfilled: `reason` at `span`, because of the list at `place`.
pub(crate) fn new(span: Span, name: &str, reason: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("requirement {} can never be fulfilled", quoted(name)))
        .label(reason)
        .also(place, "excluded by this list")
        .help("use types that allow each other, or extend the list")
}
