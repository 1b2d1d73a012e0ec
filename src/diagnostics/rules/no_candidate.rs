//! `no-candidate`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::Advice;

declare_rule!("T0822", "no-candidate", Warning, "8.5.2", needs [Uses]);

/// Reports that no node of this service can fulfill requirement `name`, named at `span`. It needs a node as
/// `described`; `directive_span` excludes other nodes.
pub(crate) fn in_service(span: Span, name: &str, described: &str, directive_span: Span) -> Diagnostic {
    let message = format!("no node template here can fulfill requirement {}", quoted(name));
    Diagnostic::new(&RULE, span, message)
        .label(format!("requires a node {described}"))
        .also(directive_span, "only nodes of this service are allowed")
        .help(Advice::FulfillRequirement)
}

/// Reports that no node of this service can fulfill requirement `name`, named at `span`: the node filter at
/// `filter_span` excludes the nodes as `described`, and the directive at `directive_span` other nodes.
pub(crate) fn filtered(
    span: Span,
    name: &str,
    described: &str,
    directive_span: Span,
    filter_span: Span,
) -> Diagnostic {
    let message = format!("no node template here can fulfill requirement {}", quoted(name));
    Diagnostic::new(&RULE, span, message)
        .label(format!("requires a node {described}"))
        .also(filter_span, "false for all such nodes")
        .also(directive_span, "only nodes of this service are allowed")
        .help(Advice::FulfillRequirement)
}

/// Reports that no node type can fulfill requirement `name`. It needs a node as `described`.
pub(crate) fn of_any_type(span: Span, name: &str, capability: &str, definition_span: Option<Span>) -> Diagnostic {
    let message = format!("no node type can fulfill requirement {}", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message).label(format!("requires a node with a capability of type {}", quoted(capability))).misses([capability]);
    let diagnostic = match definition_span {
        Some(definition_span) => diagnostic.also(definition_span, "requirement defined here"),
        None => diagnostic,
    };
    diagnostic.help("import or define a node type that has such a capability")
}
