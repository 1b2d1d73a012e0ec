//! `invalid-lock`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0329", "invalid-lock", Error, "");

/// Reports that the lock file is wrong at `span`.
pub(crate) fn new(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid lock file: {reason}"))
        .label("until this is right, no URL is fetched")
        .help("remove the file, or restore it, and run `tosca check --allow-net`")
}

/// Reports that the lock file cannot be written.
pub(crate) fn unwritten(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot write the lock file: {reason}"))
        .help("make its directory writable, or pass `--locked` if nothing new is to be fetched")
}
