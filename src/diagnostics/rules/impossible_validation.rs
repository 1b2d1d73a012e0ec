//! `impossible-validation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::{CLAUSE, VALIDATION};

declare_rule!("T0611", "impossible-validation", Warning, "9.11");

/// Reports that no value satisfies both the validation of `what` at `span` and that at `other_span`.
pub(crate) fn new(span: Span, what: &str, other_span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("no value can satisfy the {VALIDATION} of {what}"));
    if other_span == span {
        return diagnostic.label("contradicts itself").help(format!("relax the {VALIDATION}"));
    }
    diagnostic
        .label("excludes all values allowed so far")
        .also(other_span, format!("contradicts this {CLAUSE}"))
        .help(format!("relax one of the two {CLAUSE}s"))
}
