//! `missing-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0852", "missing-file", Warning, "11.8");

/// There is no file `name`, named at `span`, which was looked for at `path`; nor an artifact, where one
/// could be meant.
pub(crate) fn new(span: Span, name: &str, path: &str, artifact: bool, near: Option<&str>) -> Diagnostic {
    let message = if artifact {
        format!("{} is neither an artifact nor a file", quoted(name))
    } else {
        format!("no such file: {}", quoted(name))
    };
    let help = match near {
        Some(near) => format!("did you mean the artifact {}?", quoted(near)),
        None => "check the path; paths are relative to this file".to_owned(),
    };
    Diagnostic::new(&CODE, span, message).label(format!("{} does not exist", quoted(path))).help(help)
}

/// There is a file `name` as seen from a directory above only; from here its path is `path`.
pub(crate) fn from_above(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} not found relative to this file", quoted(name)))
        .at_level(Level::Info)
        .label("exists relative to a parent directory")
        .help(format!("write {}; paths are relative to this file", quoted(path)))
}

/// There is no file `name` in the archive, which was looked for at `path`.
pub(crate) fn in_archive(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("no such file in this archive: {}", quoted(name)))
        .label(format!("{} does not exist", quoted(path)))
        .help("check the path; it is relative to the root of the archive")
}
