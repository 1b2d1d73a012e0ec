//! `not-one-entry`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0206", "not-one-entry", Error, "5.2");

/// Reports that a list entry at `span` is `actual`, not a map with a single key, the name of an `entity`.
pub(crate) fn new(span: Span, entity: &str, actual: &str, help: String) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("an entry must be a single name with its {entity}, not {actual}")).help(help)
}
