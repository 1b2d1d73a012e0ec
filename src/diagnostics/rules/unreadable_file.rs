//! `unreadable-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0001", "unreadable-file", Error, "");

/// Reports that a file cannot be read; `reason` says why. `span` names the file or is its start.
pub(crate) fn new(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("cannot read {}: {reason}", quoted(path)))
        .help("check the path and its permissions")
}
