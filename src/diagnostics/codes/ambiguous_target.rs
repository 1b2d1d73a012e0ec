//! `ambiguous-target`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0816", "ambiguous-target", Warning, "8.5.2");

/// `name` at `span` is the name of a node template and of a node type.
pub(crate) fn found(span: Span, name: &str, (template, node_type): (Span, Span)) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is a node template and a node type", quoted(name)))
        .label("read as the node template")
        .also(template, "the node template")
        .also(node_type, "the node type")
        .help("rename the node template")
}
