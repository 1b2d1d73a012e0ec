//! `no-candidate`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::Advice;

declare_code!("T0822", "no-candidate", Warning, "8.5.2");

/// Requirement `name`, told at `span`, needs a node `described`, and nothing in reach is one; `place` says
/// what it needs.
pub(crate) fn inside(span: Span, name: &str, described: &str, place: Span) -> Diagnostic {
    let message = format!("no node template here can fulfill requirement {}", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label(format!("requires a node {described}"))
        .also(place, "only nodes of this service are allowed")
        .help(Advice::FulfillRequirement)
}

/// No node type at all has the capability that requirement `name` needs; a node template `holder` has it.
pub(crate) fn anywhere(span: Span, name: &str, described: &str, place: Option<Span>) -> Diagnostic {
    let message = format!("no node type can fulfill requirement {}", quoted(name));
    let diagnostic = Diagnostic::new(&CODE, span, message).label(format!("requires a node {described}"));
    let diagnostic = match place {
        Some(place) => diagnostic.also(place, "requirement defined here"),
        None => diagnostic,
    };
    diagnostic.help("import or define a node type that has such a capability")
}
