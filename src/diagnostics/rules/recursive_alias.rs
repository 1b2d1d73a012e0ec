//! `recursive-alias`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0106", "recursive-alias", Error, "5.3.1");

/// Reports that the alias at `span` is inside the value that its anchor names.
pub(crate) fn new(span: Span, name: &str, anchor_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("alias {} is inside the value it refers to", quoted(name)))
        .label("infinite recursion")
        .also(anchor_span, "anchor defined here")
        .help("move the shared part out of the anchored value")
}
