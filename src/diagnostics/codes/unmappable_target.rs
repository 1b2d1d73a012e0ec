//! `unmappable-target`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T0905", "unmappable-target", Error, "15.5.4");

/// A mapping leads to something that is closed to the outside: `what`, because of what stands at `place`.
pub(crate) fn new(span: Span, what: &str, place: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, what).label("mapped here").also(place, reason)
}
