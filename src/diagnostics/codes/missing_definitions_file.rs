//! `missing-definitions-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0353", "missing-definitions-file", Error, "17.2.1");

/// The file that is named at `span` is not at `path`, or not in the archive, where `inside` is false.
pub(crate) fn found(span: Span, name: &str, path: &str, inside: bool) -> Diagnostic {
    let (message, label) = if inside {
        (format!("there is no file {} in the archive", quoted(name)), format!("there is no {}", quoted(path)))
    } else {
        (format!("{} lies outside of the archive", quoted(name)), "it leads out".to_owned())
    };
    Diagnostic::new(&CODE, span, message)
        .label(label)
        .help("check the name: it counts from the root of the archive, also in `TOSCA-Metadata/`")
}

/// The file that is named at `span` holds no TOSCA.
pub(crate) fn not_tosca(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is no file of TOSCA", quoted(name)))
        .label("it has no `tosca_definitions_version`")
        .help("name a file that begins with `tosca_definitions_version`")
}

/// The name at `span` begins with a slash.
pub(crate) fn rooted(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} begins with a slash", quoted(name)))
        .at_level(Level::Warning)
        .help("leave the slash out: names count from the root of the archive anyway")
}
