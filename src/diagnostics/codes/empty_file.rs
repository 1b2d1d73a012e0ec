//! `empty-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0109", "empty-file", Error, "6.1");

/// The file has no content.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the file is empty")
        .help("start the file with `tosca_definitions_version: tosca_2_0`")
}
