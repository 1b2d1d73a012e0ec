//! `capability-not-offered`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0511", "capability-not-offered", Error, "8.4");

/// Reports that the node type `node` has no capability of type `capability`. `span` and `other_span` are the
/// names of the two types.
pub(crate) fn new(span: Span, node: &str, capability: &str, other_span: Span, offered: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("node type {} has no capability of type {}", quoted(node), quoted(capability)))
        .label("no capability of this type")
        .also(other_span, "used together with this type")
        .help(format!("use another node type, or a capability type that {} has{offered}", quoted(node)))
}
