//! `missing-xml-attribute`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1202", "missing-xml-attribute", Error, "");

/// Reports that the element `element` at `span` lacks the attribute `name`.
pub(crate) fn new(span: Span, element: &str, name: &str) -> Diagnostic {
    let element = element.rsplit('}').next().unwrap_or_default();
    Diagnostic::new(&RULE, span, format!("{} lacks the attribute {}", quoted(element), quoted(name)))
        .label("mandatory in TOSCA 1.0")
        .help(format!("add {}", quoted(&format!("{name}=\"…\""))))
}
