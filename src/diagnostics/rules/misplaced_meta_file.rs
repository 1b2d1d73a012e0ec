//! `misplaced-meta-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0365", "misplaced-meta-file", Warning, "17.1");

/// Reports that the archive at `span` has a meta file `path` that is not read.
pub(crate) fn new(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not read", quoted(path)))
        .help("move it to `TOSCA.meta` in the root of the archive, or in `TOSCA-Metadata/`")
}
