//! `missing-reason`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0012", "missing-reason", Error, "");

/// Reports that the setting at `span` turns off the errors `codes` without a reason.
pub(crate) fn setting(span: Span, codes: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("turning off {} needs a reason", quoted(codes)))
        .label("ignored")
        .help(format!("write `{codes} = {{ level = \"off\", reason = \"…\" }}` under `[levels]`, or use a lower level"))
        .note("future readers need to know why the error was accepted")
}

/// Reports that the comment with `slug` at `span` would suppress the error at `error_span`, but has no
/// reason.
pub(crate) fn comment(span: Span, slug: &str, error_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("allowing the error {} needs a reason", quoted(slug)))
        .label("ignored")
        .also(error_span, "suppressed by this comment")
        .help("add the reason after `]`")
        .note("future readers need to know why the error was accepted")
}
