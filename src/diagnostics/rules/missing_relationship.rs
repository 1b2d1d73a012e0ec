//! `missing-relationship`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0235", "missing-relationship", Warning, "8.4");

/// Reports that the requirement definition named at `span` has no relationship.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("requirement definition {} has no `relationship`", quoted(name)))
        .label("mandatory in a requirement definition")
        .help("add `relationship:` with a relationship type")
}
