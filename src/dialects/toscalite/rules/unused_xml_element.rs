//! `unused-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1266", "unused-xml-element", Warning, "");

/// Reports that the element `name` at `span` has no meaning in a node or relationship of this type.
pub(crate) fn new(span: Span, name: &str, model_type: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has no effect in {}", quoted(name), quoted(model_type)))
        .label("ignored")
        .help("remove it, or move it to a service or connection")
}
