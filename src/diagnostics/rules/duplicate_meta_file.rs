//! `duplicate-meta-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic};

declare_rule!("T0355", "duplicate-meta-file", Error, "17.1");

/// Reports that the archive has a second meta file at `span`, besides the one at `first_span`.
pub(crate) fn new(span: Span, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "archive has two `TOSCA.meta` files")
        .label("ignored")
        .also(first_span, "this one is used")
        .help("keep one of them, in the root or in `TOSCA-Metadata/`")
}
