//! `empty-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::NEWEST_VERSION;

declare_rule!("T0109", "empty-file", Error, "6.1");

/// Reports that the file has no content.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file is empty")
        .help(format!("start the file with `tosca_definitions_version: {NEWEST_VERSION:#}`"))
}
