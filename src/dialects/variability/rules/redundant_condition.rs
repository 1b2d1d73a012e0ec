//! `redundant-condition`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T9008", "redundant-condition", Warning, "");

/// Reports that leaving out the operand at `span`, of `or` if `is_or` and otherwise of a conjunction, changes no variant,
/// because of the operands at `reasons`. If `reasons` is empty, the operand of `or` is never true.
pub(crate) fn new(span: Span, is_or: bool, reasons: &[Span]) -> Diagnostic {
    let label = match (is_or, reasons) {
        (true, []) => "never true",
        (true, _) => "only true if others are",
        (false, _) => "true if the others are",
    };
    let diagnostic = Diagnostic::new(&RULE, span, "redundant condition").label(label).help("remove it");
    reasons.iter().fold(diagnostic, |diagnostic, reason| diagnostic.also(*reason, "sufficient"))
}
