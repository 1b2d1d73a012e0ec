//! `mismatched-xml-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T1218", "mismatched-xml-type", Error, "");

/// Reports that a type has no member `name` of a kind in words.
pub(crate) fn no_member(span: Span, kind: &str, name: &str, suggestion: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("unknown {kind} {}", quoted(name))).label("not one of the type");
    diagnostic.help(match suggestion {
        Some(suggestion) => format!("did you mean {}?", quoted(suggestion)),
        None => "define it in the type, or remove this part".to_owned(),
    })
}

/// Reports that `name` is of the type `actual`, not of `expected`.
pub(crate) fn other(span: Span, name: &str, actual: &str, expected: &str) -> Diagnostic {
    let message = format!("{} is of type {}, not of {}", quoted(name), quoted(actual), quoted(expected));
    Diagnostic::new(&RULE, span, message).help(format!("use the type {} or a derived one", quoted(expected)))
}

/// Reports that a policy of the type `name` is on a node template of the type `node_type`, to which it does not apply.
pub(crate) fn not_applied(span: Span, name: &str, node_type: &str) -> Diagnostic {
    let message = format!("the policy type {} does not apply to {}", quoted(name), quoted(node_type));
    Diagnostic::new(&RULE, span, message)
        .at_level(Level::Warning)
        .label("not a policy of this node")
        .help("move the policy, or add the node type to `AppliesTo`")
}
