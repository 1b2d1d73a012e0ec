//! `file-name-not-utf8`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0007", "file-name-not-utf8", Warning, "");

/// Reports that the name of the file at `span` is not UTF-8 or contains control characters; `path` is
/// escaped.
pub(crate) fn new(span: Span, path: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the file name {} is not printable UTF-8", quoted(path)))
        .help("rename the file; imports cannot refer to it")
}
