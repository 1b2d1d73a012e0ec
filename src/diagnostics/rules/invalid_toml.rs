//! `invalid-toml`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0008", "invalid-toml", Error, "");

/// Reports that the configuration cannot be parsed at `span`; `reason` says why.
pub(crate) fn new(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid TOML: {reason}"))
        .help("fix the syntax; until then the damaged settings are ignored")
}
