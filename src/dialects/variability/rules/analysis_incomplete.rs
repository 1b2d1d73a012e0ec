//! `analysis-incomplete`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1129", "analysis-incomplete", Info, "");

/// Reports that the analysis of all variants stopped after `done` of `all` checks; `limit` describes the
/// limit that was reached.
pub(crate) fn new(span: Span, done: usize, all: usize, limit: &str) -> Diagnostic {
    let message = format!("variant analysis stopped after {done} of {all} checks: {limit}");
    Diagnostic::new(&RULE, span, message)
        .label("too many or too interdependent conditions")
        .note("the findings are correct but may be incomplete")
        .help("allow more time with `tosca check --variant-time 60`, or check single variants with `tosca resolve`")
}
