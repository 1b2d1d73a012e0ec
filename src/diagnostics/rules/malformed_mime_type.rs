//! `malformed-mime-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0224", "malformed-mime-type", Warning, "12.1");

/// Reports that the text at `span` does not have the form of a MIME type.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not a valid MIME type", quoted(text)))
        .label("expected `type/subtype`")
        .help("use a MIME type such as `application/zip`")
}
