//! `unknown-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Alternatives, quoted};

declare_rule!("T0510", "unknown-capability", Error, "8.4", needs [Definitions]);

/// Reports that the name at `span` is not a capability type, and that the node type `node`, named at
/// `type_span`, has no such capability.
pub(crate) fn new(span: Span, name: &str, node: &str, type_span: Span, alternatives: &Alternatives<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown capability {}", quoted(name))).misses([name])
        .label(format!("neither a capability type nor a capability of {}", quoted(node)))
        .also(type_span, "node type given here");
    alternatives.add_help(diagnostic, span, "capability", "use a capability type")
}

/// Reports that the name at `span` is not a capability type, and that no node type has a capability of that
/// name.
pub(crate) fn of_any_type(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown capability {}", quoted(name))).misses([name])
        .label("neither a capability type nor a capability of any node type");
    match suggestion {
        Some(suggestion) => diagnostic.did_you_mean(suggestion, span),
        None => diagnostic.help("use a capability type, or a capability of the target node"),
    }
}
