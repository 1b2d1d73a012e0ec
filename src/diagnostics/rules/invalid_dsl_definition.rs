//! `invalid-dsl-definition`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0233", "invalid-dsl-definition", Error, "6.3");

/// Reports that the definition at `span` is not a block that can be reused.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("DSL definition {} is not reusable", quoted(name)))
        .label("expected a map or list, or an anchored value")
        .help(format!("write `{name}: &{name}`, followed by a map"))
}
