//! `endless-substitution`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0908", "endless-substitution", Warning, "15.1");

/// Reports that only services that contain such a node again can substitute the node template `name`; if
/// `is_own_service`, only the service that the node template belongs to. `type_spans` are the names of the
/// node types that the services substitute.
pub(crate) fn new(
    span: Span,
    name: &str,
    is_own_service: bool,
    type_spans: impl Iterator<Item = Span>,
) -> Diagnostic {
    let label = if is_own_service {
        "only this service can substitute it, and contains it again"
    } else {
        "each substituting service contains such a node again"
    };
    let diagnostic = Diagnostic::new(&RULE, span, format!("substitution of node template {} is infinite", quoted(name)));
    type_spans
        .fold(diagnostic.label(label), |diagnostic, type_span| diagnostic.also(type_span, "substitutes it"))
        .help("create the node instead, or add a `substitution_filter` that excludes the nodes of the service")
}
