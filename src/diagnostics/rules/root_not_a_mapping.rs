//! `root-not-a-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Actual, Diagnostic, quoted};
use crate::diagnostics::text::NEWEST_VERSION;

declare_rule!("T0108", "root-not-a-mapping", Error, "5.3.1");

/// Reports that the document at `span` is `actual`, not a map.
pub(crate) fn new(span: Span, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a TOSCA file must be a map, not {}", actual.or_null()))
        .help(format!("start the file with `tosca_definitions_version: {NEWEST_VERSION:#}`"))
}

/// Reports that the document at `span` is `key=value`, and what to write.
pub(crate) fn with_equals_sign(span: Span, what: &str, entry: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} must be a map, not a string"))
        .label("`=` does not separate a key from a value")
        .help(format!("write {}", quoted(entry)))
        .fix(format!("write {}", quoted(entry)), span, entry)
}

/// Reports that the inputs file at `span` is `actual`, not a map.
pub(crate) fn inputs(span: Span, actual: Actual<'_>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("an inputs file must be a map, not {actual}"))
        .help("write the name and value of each input, as in `port: 8080`")
}
