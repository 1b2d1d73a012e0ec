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

/// Reports a line of YAML at `span`, and the `entry` of TOML to write.
pub(crate) fn with_colon(span: Span, entry: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "invalid TOML: `:` does not separate a key from a value")
        .label("written as in YAML")
        .help(format!("write `{entry}`"));
    if entry.contains('…') { diagnostic } else { diagnostic.fix(format!("write `{entry}`"), span, entry) }
}
