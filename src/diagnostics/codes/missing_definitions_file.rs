//! `missing-definitions-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0353", "missing-definitions-file", Error, "17.2.1");

/// The file that is named at `span` is not at `path`, or not in the archive, where `inside` is false.
pub(crate) fn new(span: Span, name: &str, path: &str, inside: bool) -> Diagnostic {
    let (message, label) = if inside {
        (format!("no file {} in the archive", quoted(name)), format!("no such file: {}", quoted(path)))
    } else {
        (format!("{} is outside of the archive", quoted(name)), "path leaves the archive".to_owned())
    };
    Diagnostic::new(&CODE, span, message)
        .label(label)
        .help("check the name; it is relative to the root of the archive, even in `TOSCA-Metadata/`")
}

/// The file that is named at `span` holds no TOSCA.
pub(crate) fn not_tosca(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is not a TOSCA file", quoted(name)))
        .label("no `tosca_definitions_version`")
        .help("use a file that starts with `tosca_definitions_version`")
}

/// The name at `span` begins with a slash.
pub(crate) fn rooted(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} starts with a slash", quoted(name)))
        .at_level(Level::Warning)
        .help("remove the slash; names are relative to the root of the archive")
}
