//! `old-scalar-keynames`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1002", "old-scalar-keynames", Warning, "9.1.2.2");

/// A scalar type at `span` is written as the draft of June 2024 had it; `better` is the new word.
pub(crate) fn new(span: Span, written: &str, better: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} comes from an early draft of TOSCA 2.0", quoted(written)))
        .label("accepted")
        .help(better.to_owned())
}
