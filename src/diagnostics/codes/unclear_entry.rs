//! `unclear-entry`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list};

declare_code!("T0354", "unclear-entry", Error, "17.3");

/// The meta file at `span` names no entry, and these files lie in the root of the archive.
pub(crate) fn found(span: Span, names: &[String]) -> Diagnostic {
    let message = match names {
        [] => "no `Entry-Definitions`, and no file of TOSCA in the root of the archive".to_owned(),
        _ => format!("no `Entry-Definitions`, and {} files of TOSCA in the root of the archive", names.len()),
    };
    let found = Diagnostic::new(&CODE, span, message).help("name the entry of the archive: `Entry-Definitions: FILE`");
    if names.is_empty() { found } else { found.label(format!("it may be {}", list(names, "or"))) }
}
