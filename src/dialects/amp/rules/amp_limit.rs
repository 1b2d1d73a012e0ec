//! `amp-limit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1095", "amp-limit", Warning, "");

/// Reports that AMP ignores `what`, at `span`.
pub(crate) fn new(span: Span, what: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} has no effect in AMP", quoted(what)))
        .label(reason)
        .help("remove it, or keep it for other orchestrators")
}
