//! `dangling-reference`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1123", "dangling-reference", Error, "");

/// `by` names `element`, declared at `place`, which is absent.
pub(crate) fn found(span: Span, by: &str, element: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} names {element}, which is absent", quoted(by)))
        .label("named here")
        .also(place, "absent")
        .help("give both the same conditions")
}

/// `by` names nothing that is present.
pub(crate) fn nothing(span: Span, by: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("everything that {} names here is absent", quoted(by)))
        .label("named here")
        .help("give what names it the same conditions")
}
