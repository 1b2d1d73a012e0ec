//! `amp-generic-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1031", "amp-generic-type", Error, "");

/// Reports that the generic type `text` is invalid at `span`.
pub(crate) fn new(span: Span, text: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("invalid generic type {}", quoted(text)))
        .label(reason)
        .help("write `list<type>`, `map<type>` or `map<key type,value type>`")
}
