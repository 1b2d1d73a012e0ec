//! `invalid-baseline`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0017", "invalid-baseline", Error, "");

/// Reports that the file at `path` cannot be used as a baseline; `reason` says why. `span` names the file or
/// is its start.
pub(crate) fn new(span: Span, path: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid baseline: {reason}", quoted(path)))
        .help("recreate it with `tosca check --write-baseline FILE`")
}
