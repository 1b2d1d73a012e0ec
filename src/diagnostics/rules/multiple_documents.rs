//! `multiple-documents`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0107", "multiple-documents", Error, "5.3.1");

/// Reports that a second YAML document starts at `span`.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "a TOSCA file must contain a single YAML document")
        .label("ignored from here on")
        .help("move the second document to a separate file")
}
