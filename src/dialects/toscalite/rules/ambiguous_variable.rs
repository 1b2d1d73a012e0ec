//! `ambiguous-variable`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1271", "ambiguous-variable", Warning, "");

/// Reports that the property at `span` is the environment variable `name`, as another one is at `first_span`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("two properties are the environment variable {}", quoted(name)))
        .label("scripts see only one of them")
        .also(first_span, "the other one")
        .help("rename a node or a key")
}
