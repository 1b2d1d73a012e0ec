//! `duplicate-meta-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic};

declare_code!("T0355", "duplicate-meta-file", Error, "17.1");

/// The meta file at `span` is one too many: there is `first`.
pub(crate) fn new(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "archive has two `TOSCA.meta` files")
        .label("ignored")
        .also(first, "this one is used")
        .help("keep one of them, in the root or in `TOSCA-Metadata/`")
}
