//! `delegated-workflow`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0930", "delegated-workflow", Warning, "13.2.3.1");

/// Reports that `delegate` at `span` names the workflow `name` of the same service template, defined at
/// `definition_span`.
pub(crate) fn new(span: Span, name: &str, key_span: Span, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is a workflow of this {SERVICE_TEMPLATE}", quoted(name)))
        .label("`delegate` runs a workflow of the orchestrator")
        .also(definition_span, "defined here")
        .help(format!("write `inline` to run the workflow of this {SERVICE_TEMPLATE}"))
        .fix("write `inline`", key_span, "inline")
}
