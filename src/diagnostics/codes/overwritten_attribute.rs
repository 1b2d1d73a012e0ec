//! `overwritten-attribute`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0734", "overwritten-attribute", Warning, "9.6");

/// The attribute `name`, assigned at `span`, is where the output mapped at `place` is stored.
pub(crate) fn new(span: Span, name: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the value of attribute {} will be overwritten", quoted(name)))
        .label("kept until an operation has run")
        .also(place, "an output is stored here")
        .help("remove the value, unless it is the intended initial value")
}
