//! `unknown-tag`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0111", "unknown-tag", Warning, "5.3.1");

/// Reports a tag outside the core schema at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("tag {} has no meaning in TOSCA", quoted(name)))
        .label("ignored")
        .help("remove the tag")
}
