//! `wrong-target`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0810", "wrong-target", Error, "8.5.2", leaves [Value]);

/// Reports that requirement `name` targets `target`, `described` at `span`, but needs a node of type
/// `expected`, named at `type_span`; `alternatives` names nodes of that type.
pub(crate) fn new(
    span: Span,
    (name, target, described): (&str, &str, &str),
    expected: &str,
    type_span: Span,
    alternatives: &str,
) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("requirement {} cannot target {}", quoted(name), quoted(target)))
        .label(described)
        .also(type_span, format!("requires a node of type {}", quoted(expected)))
        .help(format!("use a node of type {} or a type derived from it{alternatives}", quoted(expected)))
}
