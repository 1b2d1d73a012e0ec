//! `type-in-variant`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1136", "type-in-variant", Error, "");

/// Reports that the `node` at `span` has none of its `types`, or several of them.
pub(crate) fn new(span: Span, node: &str, is_none: bool, types: &[Span]) -> Diagnostic {
    let (message, label, help) = if is_none {
        let help = "use conditions of which one is true whenever the node template is present";
        (format!("{node} is present but has no type"), "absent", help)
    } else {
        let help = "use conditions that exclude each other, or `default_alternative: true` for one of the types";
        (format!("{node} has several types"), "type", help)
    };
    let mut diagnostic = Diagnostic::new(&RULE, span, message);
    for type_span in types.iter().take(3) {
        diagnostic = diagnostic.also(*type_span, label);
    }
    diagnostic.help(help)
}
