//! `amp-icon`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1032", "amp-icon", Warning, "");

/// Reports that the icon `text` at `span` is not a URL.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("icon {} is not a URL", quoted(text)))
        .label("expected the URL of a picture")
        .help("write a URL that starts with `classpath://`, `https://`, `http://`, `file:` or `data:`")
}
