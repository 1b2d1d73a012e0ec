//! `legacy-path`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0726", "legacy-path", Warning, "10.3", needs [Definitions]);

/// Reports that the capability `name` at `span` is in a path without `CAPABILITY` before it.
pub(crate) fn capability(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("capability {} uses TOSCA 1.x path syntax", quoted(name)))
        .label("missing `CAPABILITY` before the name")
        .help(format!("write `CAPABILITY, {name}`"))
}

/// Reports that the path at `span` starts with a relationship template.
pub(crate) fn relationship_template(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the path starts with the relationship template {}", quoted(name)))
        .misses([name])
        .label("not part of the final standard")
        .help("start at a node: `<node template>, RELATIONSHIP, <requirement>, …`")
}
