//! `missing-version`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0211", "missing-version", Error, "6.1");

/// The file does not say which TOSCA it is written in; `span` is its first key.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the file has no `tosca_definitions_version`")
        .help("start the file with `tosca_definitions_version: tosca_2_0`")
}
