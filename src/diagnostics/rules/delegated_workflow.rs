//! `delegated-workflow`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0930", "delegated-workflow", Warning, "13.2.3.1");

/// Reports that `delegate` at `span` names the workflow `name` of the same service template, defined at
/// `definition_span`. `key_span` is that of the keyname, or `None` if the workflow would inline itself.
pub(crate) fn new(span: Span, name: &str, key_span: Option<Span>, definition_span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is a workflow of this {SERVICE_TEMPLATE}", quoted(name)))
        .label("`delegate` runs a workflow of the orchestrator")
        .also(definition_span, "defined here");
    let Some(key_span) = key_span else { return diagnostic };
    diagnostic
        .help(format!("write `inline` to run the workflow of this {SERVICE_TEMPLATE}"))
        .fix("write `inline`", key_span, "inline")
}
