//! `clause-without-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::VALUE;

declare_rule!("T0708", "clause-without-value", Warning, "9.11");

/// Reports that the clause at `span` does not read the value.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("this validation clause does not use {VALUE}"))
        .label("same result for every value")
        .help(format!("use {VALUE} to test the validated value"))
}
