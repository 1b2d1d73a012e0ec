//! `no-candidate`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0822", "no-candidate", Warning, "8.5.2");

/// Requirement `name`, told at `span`, needs a node `described`, and nothing in reach is one; `place` says
/// what it needs.
pub(crate) fn inside(span: Span, name: &str, described: &str, place: Span) -> Diagnostic {
    let message = format!("no node of this service template can meet requirement {}", quoted(name));
    Diagnostic::new(&CODE, span, message)
        .label(format!("it needs a node {described}"))
        .also(place, "only nodes that are created here are asked for")
        .help("add a node template, add `external` to the directives, or make the requirement `optional`")
}

/// No node type at all has the capability that requirement `name` needs; a node template `holder` has it.
pub(crate) fn anywhere(span: Span, name: &str, described: &str, place: Option<Span>) -> Diagnostic {
    let message = format!("no node type can meet requirement {}", quoted(name));
    let found = Diagnostic::new(&CODE, span, message).label(format!("it needs a node {described}"));
    let found = match place {
        Some(place) => found.also(place, "the requirement is defined here"),
        None => found,
    };
    found.help("import or define a node type that offers this")
}
