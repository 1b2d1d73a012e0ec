//! `not-a-url-path`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0310", "not-a-url-path", Warning, "6.8.2.2");

/// The URL at `span` is a Windows path.
pub(crate) fn new(span: Span, url: &str, better: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} is a Windows path, not a URL", quoted(url)));
    if better == url || better.starts_with("//") || better.as_bytes().get(1) == Some(&b':') {
        diagnostic.help("use a path relative to this file, with `/` between its parts")
    } else {
        diagnostic.help(format!("write {}", quoted(better))).fix("use slashes", span, better)
    }
}
