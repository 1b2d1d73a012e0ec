//! `missing-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_code!("T0852", "missing-file", Warning, "11.8");

/// There is no file `name`, named at `span`, which was looked for at `path`; nor an artifact, where one
/// could be meant.
pub(crate) fn found(span: Span, name: &str, path: &str, artifact: bool, near: Option<&str>) -> Diagnostic {
    let message = if artifact {
        format!("{} is neither an artifact nor a file", quoted(name))
    } else {
        format!("there is no file {}", quoted(name))
    };
    let help = match near {
        Some(near) => format!("did you mean the artifact {}?", quoted(near)),
        None => "check the path: it counts from this file".to_owned(),
    };
    Diagnostic::new(&CODE, span, message).label(format!("there is no {}", quoted(path))).help(help)
}

/// There is a file `name` as seen from a directory above only; from here its path is `path`.
pub(crate) fn from_above(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("there is no file {} beside this one", quoted(name)))
        .at_level(Level::Info)
        .label("found from a directory above")
        .help(format!("write {}: paths count from this file", quoted(path)))
}

/// There is no file `name` in the archive, which was looked for at `path`.
pub(crate) fn in_archive(span: Span, name: &str, path: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("there is no file {} in this archive", quoted(name)))
        .label(format!("there is no {}", quoted(path)))
        .help("check the path: it counts from the root of the archive")
}
