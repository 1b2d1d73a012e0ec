//! `invalid-count-range`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::COUNT_RANGE;

declare_rule!("T0218", "invalid-count-range", Error, "8.4");

/// Reports that the range or bound at `span` is invalid.
pub(crate) fn new(span: Span, problem: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid {COUNT_RANGE}: {problem}"))
        .help("use two bounds: `[0, 1]`, `[1, 1]` or `[1, UNBOUNDED]`")
}
