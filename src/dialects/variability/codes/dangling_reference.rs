//! `dangling-reference`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1123", "dangling-reference", Error, "");

/// `by` names `element`, declared at `place`, which is absent.
pub(crate) fn new(span: Span, by: &str, element: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} refers to {element}, which is absent", quoted(by)))
        .label("refers to it")
        .also(place, "absent")
        .help("give both the same conditions")
}

/// `by` names nothing that is present.
pub(crate) fn nothing(span: Span, by: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("all elements that {} refers to here are absent", quoted(by)))
        .label("refers to nothing")
        .help("give the referring element the same conditions")
}
