//! `possible-substitutes`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_code!("T0910", "possible-substitutes", Info, "15.1");

/// Places that are shown.
const SHOWN: usize = 10;

/// The service templates at `places` can stand for the node template `name`, those at `misses` cannot.
pub(crate) fn new(
    span: Span,
    name: &str,
    places: impl ExactSizeIterator<Item = Span>,
    misses: &[(Span, String)],
) -> Diagnostic {
    let count = places.len();
    let them = if count == 1 { format!("1 {SERVICE_TEMPLATE}") } else { format!("{count} {SERVICE_TEMPLATE}s") };
    let diagnostic = Diagnostic::new(&CODE, span, format!("{them} can substitute node template {}", quoted(name)));
    let diagnostic = places.take(SHOWN).fold(diagnostic, |diagnostic, place| diagnostic.also(place, "compatible"));
    let diagnostic = misses
        .iter()
        .take(SHOWN)
        .fold(diagnostic, |diagnostic, (place, reason)| diagnostic.also(*place, format!("not compatible: {reason}")));
    match count.saturating_sub(SHOWN) + misses.len().saturating_sub(SHOWN) {
        0 => diagnostic,
        more => diagnostic.note(format!("{more} more are not shown")),
    }
}
