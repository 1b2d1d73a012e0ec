//! `old-path-form`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0726", "old-path-form", Warning, "10.3");

/// The capability `name` at `span` stands in a path without the word before it.
pub(crate) fn capability(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the capability {} is named in the manner of TOSCA 1.x", quoted(name)))
        .label("without `CAPABILITY` before it")
        .help(format!("write `CAPABILITY, {name}`"))
}

/// The path at `span` starts with a relationship template.
pub(crate) fn relationship_template(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the path starts with the relationship template {}", quoted(name)))
        .label("not in the final standard")
        .help("start at a node: `<node template>, RELATIONSHIP, <requirement>, …`")
}
