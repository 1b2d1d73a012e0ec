//! `not-a-url-path`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0310", "not-a-url-path", Warning, "6.8.2.2");

/// Reports that the URL at `span` is a Windows path; `replacement` has slashes instead.
pub(crate) fn new(span: Span, url: &str, replacement: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} is a Windows path, not a URL", quoted(url)));
    if replacement == url || replacement.starts_with("//") || replacement.as_bytes().get(1) == Some(&b':') {
        diagnostic.help("use a path relative to this file, with `/` between its parts")
    } else {
        diagnostic.help(format!("write {}", quoted(replacement))).fix("use slashes", span, replacement)
    }
}
