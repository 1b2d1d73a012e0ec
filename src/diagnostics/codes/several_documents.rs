//! `several-documents`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0107", "several-documents", Error, "5.3.1");

/// A second YAML document starts at `span`.
pub(crate) fn found(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "a second YAML document in one file")
        .label("everything from here on is ignored")
        .help("move it to a file of its own: a TOSCA file is one YAML document")
}
