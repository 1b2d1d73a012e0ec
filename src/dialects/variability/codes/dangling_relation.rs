//! `dangling-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::code::declare_code;

declare_code!("T1120", "dangling-relation", Error, "");

/// `relation` at `span` is present where its `end` (`source` or `target`), the element `other`, is absent.
pub(crate) fn new(span: Span, relation: &str, end: &str, other: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{relation} is present, but its {end} is absent"))
        .label("present")
        .also(place, format!("{other} is absent"))
        .help("give both the same conditions; presence is not propagated")
}
