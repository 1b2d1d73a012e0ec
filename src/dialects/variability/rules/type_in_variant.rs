//! `type-in-variant`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1136", "type-in-variant", Error, "");

/// Reports that the `node` at `span` has none of its `types`.
pub(crate) fn none(span: Span, node: &str, types: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{node} is present but has no type"));
    for type_span in types.iter().take(3) {
        diagnostic = diagnostic.also(*type_span, "absent");
    }
    diagnostic.help("use conditions of which one is true whenever the node template is present")
}

/// Reports that the `node` has several of its types, the first of which is at `span` and the others at `others`.
pub(crate) fn several(span: Span, node: &str, others: &[Span]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{node} has several types")).label("type");
    for type_span in others.iter().take(3) {
        diagnostic = diagnostic.also(*type_span, "type");
    }
    diagnostic.help("use conditions that exclude each other, or `default_alternative: true` for one of the types")
}
