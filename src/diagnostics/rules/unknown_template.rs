//! `unknown-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0406", "unknown-template", Error, "6.9", needs [Definitions, Service]);

/// Reports that the service template has no `expected` with the name at `span`.
pub(crate) fn new(span: Span, expected: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown {expected} {}", quoted(name))).misses([name])
        .label(format!("not in this {SERVICE_TEMPLATE}"))
}

/// Reports that a model has no node with the name at `span`; `nearest` is the most similar name.
pub(crate) fn in_model(span: Span, name: &str, nearest: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown node {}", quoted(name))).misses([name]);
    let diagnostic = diagnostic.label("not in this model");
    match nearest {
        Some(nearest) => diagnostic.help(format!("did you mean {}?", quoted(nearest))),
        None => diagnostic.help("write the `Name` of a `Node`"),
    }
}
