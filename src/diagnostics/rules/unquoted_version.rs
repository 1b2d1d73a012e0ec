//! `unquoted-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0215", "unquoted-version", Warning, "9.1.2.3");

/// Reports that the version at `span` is not quoted, and so a number.
pub(crate) fn new(span: Span, version: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("version `{version}` is not quoted"))
        .label("a number in YAML")
        .help(format!("write `\"{version}\"`"))
        .note("numbers have no trailing zeros: `1.10` is the same number as `1.1`")
        .fix("quote the version", span, format!("\"{version}\""))
}
