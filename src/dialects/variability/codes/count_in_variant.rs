//! `count-in-variant`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1126", "count-in-variant", Error, "");

/// `node` at `span` has too few or too many relations for the requirement `name`, whose range is at `place`.
pub(crate) fn new(span: Span, node: &str, name: &str, wanted: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{node} has {wanted} relations for {}", quoted(name)))
        .also(place, "range of its type")
        .help("change the conditions of its requirement assignments")
}
