//! `changed-trigger`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0508", "changed-trigger", Error, "16.3");

/// Reports that the trigger `name` at `span` differs from the inherited one at `inherited_span`.
pub(crate) fn new(span: Span, name: &str, inherited_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the inherited trigger {} cannot be changed", quoted(name)))
        .label("differs from the inherited trigger")
        .also(inherited_span, "inherited from here")
        .help("rename the new trigger, or remove it")
}
