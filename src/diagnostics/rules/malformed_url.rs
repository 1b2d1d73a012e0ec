//! `malformed-url`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0228", "malformed-url", Warning, "6.5");

/// Reports that the text at `span` is not a URL.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid URL", quoted(text)))
        .help("use a URL such as `https://example.com/types/` or a path such as `../types`")
}
