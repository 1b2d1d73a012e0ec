//! `unreadable-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0001", "unreadable-file", Error, "");

/// Reports that a file cannot be read; `reason` says why. `span` names the file or is its start.
pub(crate) fn new(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot read {}: {reason}", quoted(path)))
        .help("check the path and its permissions")
}
