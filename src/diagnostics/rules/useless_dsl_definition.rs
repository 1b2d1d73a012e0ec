//! `useless-dsl-definition`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0232", "useless-dsl-definition", Warning, "6.3");

/// Reports that the definition at `span` cannot be reused.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("DSL definition {} cannot be reused", quoted(name)))
        .label("no anchor")
        .help(format!("add an anchor, as in `{name}: &{name}`, or remove the entry"))
}
