//! `version-not-first`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0212", "version-not-first", Error, "6.1");

/// Reports that `tosca_definitions_version` at `span` is not the first key, which is at `first_span`.
pub(crate) fn new(span: Span, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`tosca_definitions_version` must be the first key of the file")
        .also(first_span, "first key")
        .help("move this line to the top; only comments may precede it")
}
