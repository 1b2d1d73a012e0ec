//! `unknown-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Alternatives, quoted};

declare_code!("T0510", "unknown-capability", Error, "8.4");

/// The name at `span` is not a capability type, and the node type `node`, named at `place`, has no such
/// capability.
pub(crate) fn new(span: Span, name: &str, node: &str, place: Span, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown capability {}", quoted(name)))
        .label(format!("neither a capability type nor a capability of {}", quoted(node)))
        .also(place, "node type given here");
    alternatives.add_help(diagnostic, span, "capability", "use a capability type")
}

/// The name at `span` is not a capability type, and no node type has a capability of that name.
pub(crate) fn anywhere(span: Span, name: &str, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("unknown capability {}", quoted(name)))
        .label("neither a capability type nor a capability of any node type");
    match near {
        Some(near) => diagnostic
            .help(format!("did you mean {}?", quoted(near)))
            .fix(format!("write {}", quoted(near)), span, near),
        None => diagnostic.help("use a capability type, or a capability of the target node"),
    }
}
