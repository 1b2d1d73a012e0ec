//! `unquoted-version`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0215", "unquoted-version", Warning, "9.1.2.3");

/// The version at `span` is written without quotes and thus a number.
pub(crate) fn found(span: Span, version: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("version {version} is a number without quotes"))
        .label("YAML drops trailing zeros of numbers: `1.10` is `1.1`")
        .help(format!("write \"{version}\""))
        .fix("put quotes around the version", span, format!("\"{version}\""))
}
