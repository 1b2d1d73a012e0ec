//! `unmet-filter`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0823", "unmet-filter", Error, "8.6");

/// Requirement `name` leads at `span` to `target`, for which the filter at `place` does not hold.
pub(crate) fn found(span: Span, name: &str, target: &str, place: Span) -> Diagnostic {
    let message = format!("{} does not pass the node filter of requirement {}", quoted(target), quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label("the node that is named")
        .also(place, "this condition does not hold for it")
        .help("name another node, or change the values of this one")
}
