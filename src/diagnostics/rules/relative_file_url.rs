//! `relative-file-url`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0319", "relative-file-url", Warning, "6.8.2.2");

/// Reports that the `file:` URL at `span` has the relative path `path`.
pub(crate) fn new(span: Span, url: &str, path: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("the `file:` URL {} is not absolute", quoted(url)))
        .label("interpreted as relative to this file");
    if path.is_empty() {
        return diagnostic.help("write a path after `file:`, which starts with `/`");
    }
    diagnostic.help(format!("write {}", quoted(path))).fix("use a relative path", span, path)
}
