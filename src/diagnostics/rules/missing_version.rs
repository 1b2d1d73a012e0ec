//! `missing-version`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::NEWEST_VERSION;

declare_rule!("T0211", "missing-version", Error, "6.1");

/// Reports that the file has no TOSCA version, nor any other keyname of TOSCA; `span` is its first key.
pub(crate) fn not_tosca(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "this is not a TOSCA file")
        .label("no keyname of a TOSCA file")
        .help("pass it with `--inputs` if it contains values for inputs, or exclude it from the check")
        .note("a TOSCA file starts with `tosca_definitions_version`")
}

/// Reports that the file has no TOSCA version; `span` is its first key.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file has no `tosca_definitions_version`")
        .help(format!("start the file with `tosca_definitions_version: {NEWEST_VERSION:#}`"))
}

/// Reports that the file has no TOSCA version, and is read in `version`, that of a file that imports it; `span` is its
/// first key.
pub(crate) fn inherited(span: Span, version: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file has no `tosca_definitions_version`")
        .label(format!("read as {}, like the file that imports it", quoted(version)))
        .help(format!("start the file with `tosca_definitions_version: {version}`"))
}
