//! `changed-fixed-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0505", "changed-fixed-value", Error, "9.4", needs [Value]);

/// Reports that `what` is changed at `span`, although its value or mapping was fixed at `fixed_span`.
pub(crate) fn new(span: Span, what: &str, fixed: &str, fixed_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the {fixed} of {what} is fixed and cannot be changed"))
        .label("refines a fixed value")
        .also(fixed_span, "fixed here")
        .help("remove the refinement, or use `default` instead of `value` in the inherited definition")
}
