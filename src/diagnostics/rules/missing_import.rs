//! `missing-import`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0301", "missing-import", Error, "6.8.2.2");

/// Reports that the import at `span` names a template, by name and version, that no file is.
pub(crate) fn in_library(span: Span, name: &str, help: String) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot find the imported template {}", quoted(name)))
        .label("no checked file has this name and version")
        .help(help)
}

/// Reports that the import at `span` names a file that does not exist at `path`.
pub(crate) fn new(span: Span, url: &str, path: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot find the imported file {}", quoted(url)))
        .label(format!("no such file: {}", quoted(path)))
        .help_opt(help)
}
