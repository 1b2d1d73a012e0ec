//! `missing-definitions-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0353", "missing-definitions-file", Error, "17.2.1");

/// Reports that the file named at `span` is not at `path`, or is not in the archive at all unless
/// `is_inside`.
pub(crate) fn new(span: Span, name: &str, path: &str, is_inside: bool) -> Diagnostic {
    let (message, label) = if is_inside {
        (format!("no file {} in the archive", quoted(name)), format!("no such file: {}", quoted(path)))
    } else {
        (format!("{} is outside of the archive", quoted(name)), "path leaves the archive".to_owned())
    };
    Diagnostic::new(&RULE, span, message)
        .label(label)
        .help("check the name; it is relative to the root of the archive, even in `TOSCA-Metadata/`")
}

/// Reports that the file named at `span` is not a TOSCA file.
pub(crate) fn not_tosca(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a TOSCA file", quoted(name)))
        .label("no `tosca_definitions_version`")
        .help("use a file that starts with `tosca_definitions_version`")
}

/// Reports that the name at `span` starts with a slash.
pub(crate) fn absolute(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} starts with a slash", quoted(name)))
        .at_level(Level::Warning)
        .help("remove the slash; names are relative to the root of the archive")
}
