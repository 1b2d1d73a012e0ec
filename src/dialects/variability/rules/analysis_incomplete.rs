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

/// Reports that only `checked` variants were checked for what depends on types, since `reason`.
pub(crate) fn of_variants(span: Span, checked: usize, reason: &str) -> Diagnostic {
    let message = format!("types, values and paths were checked in {checked} variants only: {reason}");
    Diagnostic::new(&RULE, span, message)
        .label("some variants were not checked")
        .note("these variants cover the presence and absence of every two elements, if the limit allows that")
        .help("check single variants with `tosca resolve`, or more of them with `tosca variants --check-each`")
}

/// Reports that the condition at `span` was not analyzed: it may be true or false in any variant.
pub(crate) fn of_condition(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "this condition was not analyzed")
        .label("compares inputs with too many values")
        .note("what depends on it is reported as possible, and may be missed where it decides what is never present")
        .help("compare each input with fixed values, or give the inputs constraints that leave few values")
}
