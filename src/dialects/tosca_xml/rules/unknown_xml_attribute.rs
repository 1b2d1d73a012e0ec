//! `unknown-xml-attribute`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1206", "unknown-xml-attribute", Error, "");

/// Reports that the element `element` has no attribute `name`.
pub(crate) fn new(span: Span, name: &str, element: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown attribute {} of {}", quoted(name), quoted(element)));
    match suggestion {
        Some(suggestion) => diagnostic
            .help(format!("did you mean {}?", quoted(suggestion)))
            .fix(format!("write {}", quoted(suggestion)), span, suggestion),
        None => diagnostic.help("remove it, or give it the namespace of the tool that reads it"),
    }
}
