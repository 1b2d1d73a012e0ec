//! `non-string-metadata-key`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0234", "non-string-metadata-key", Warning, "5.3");

/// The metadata key at `span` is `got`.
pub(crate) fn new(span: Span, got: &str) -> Diagnostic {
    let got = if got == "nothing" { "null" } else { got };
    Diagnostic::new(&CODE, span, format!("a metadata key should be a string, not {got}"))
        .help("quote the key")
}
