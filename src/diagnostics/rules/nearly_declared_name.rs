//! `nearly-declared-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0845", "nearly-declared-name", Warning, "11.5");

/// Reports that the name of the new `kind` is similar to `declared_name`, which is declared at `definition_span` and
/// not assigned.
pub(crate) fn new(span: Span, kind: &str, name: &str, declared_name: &str, definition_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &RULE,
        span,
        format!("{} defines a new {kind}; {} already exists", quoted(name), quoted(declared_name)),
    )
    .label("similar name");
    let diagnostic = match definition_span {
        Some(definition_span) => diagnostic.also(definition_span, "defined here, not assigned"),
        None => diagnostic,
    };
    diagnostic.did_you_mean(declared_name, span)
}
