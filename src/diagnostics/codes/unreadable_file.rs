//! `unreadable-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0001", "unreadable-file", Error, "");

/// The file that `span` names, or whose start it is, cannot be read for `reason`.
pub(crate) fn new(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("cannot read {}: {reason}", quoted(path)))
        .help("check the path and its permissions")
}
