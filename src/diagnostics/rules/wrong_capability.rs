//! `wrong-capability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0811", "wrong-capability", Error, "8.5.2");

/// Reports that requirement `name` uses `capability`, `described` at `span`, but needs a capability of type
/// `expected`, named at `type_span`.
pub(crate) fn new(
    span: Span,
    (name, capability, described): (&str, &str, &str),
    expected: &str,
    type_span: Span,
) -> Diagnostic {
    let message = format!("requirement {} cannot use capability {}", quoted(name), quoted(capability));
    Diagnostic::new(&RULE, span, message)
        .label(described)
        .also(type_span, format!("requires a capability of type {}", quoted(expected)))
        .help(format!("use a capability of type {} or a type derived from it, or remove `capability`", quoted(expected)))
}
