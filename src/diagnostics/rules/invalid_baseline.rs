//! `invalid-baseline`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0017", "invalid-baseline", Error, "");

/// Reports that the file at `path` cannot be used as a baseline; `reason` says why. `span` names the file or
/// is its start.
pub(crate) fn new(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} is not a valid baseline: {reason}", quoted(path)))
        .help("recreate it with `tosca check --write-baseline FILE`")
}
