//! `unreadable-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0001", "unreadable-file", Error, "");

/// Reports that a file cannot be read; `reason` says why. `span` names the file or is its start.
pub(crate) fn new(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot read {}: {reason}", quoted(path)))
        .help("check the path and its permissions")
}

/// Reports that the file at `path`, found in a directory, is a link to nothing. `span` is its start.
pub(crate) fn link(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is a link to a file that does not exist", quoted(path)))
        .at_level(Level::Info)
        .help("remove the link, or exclude it")
        .note("it is not checked")
}
