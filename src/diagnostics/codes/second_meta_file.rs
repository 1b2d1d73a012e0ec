//! `second-meta-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic};

declare_code!("T0355", "second-meta-file", Error, "17.1");

/// The meta file at `span` is one too many: there is `first`.
pub(crate) fn found(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "an archive with two files `TOSCA.meta`")
        .label("this one is not read")
        .also(first, "this one is read")
        .help("keep one of them, in the root or in `TOSCA-Metadata/`")
}
