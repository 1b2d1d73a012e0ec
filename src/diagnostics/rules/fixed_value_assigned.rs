//! `fixed-value-assigned`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0609", "fixed-value-assigned", Error, "9.4");

/// Reports that `what` is assigned a value at `span`, although its value is fixed at `definition_span`.
pub(crate) fn new(span: Span, what: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the value of {what} is fixed and cannot be assigned"))
        .also(definition_span, "fixed here")
        .help("remove this line; the definition already sets the value")
}
