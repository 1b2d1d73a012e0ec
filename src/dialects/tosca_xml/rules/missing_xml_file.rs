//! `missing-xml-file`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1221", "missing-xml-file", Warning, "");

/// Reports that the file `path` does not exist.
pub(crate) fn new(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("there is no file {}", quoted(path))).help("add the file, or correct the path")
}

/// Reports that the file `path` is outside of the repository or archive.
pub(crate) fn outside(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} leads out of the repository", quoted(path)))
        .help("move the file into the repository, and correct the path")
}
