//! `failed-fetch`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0325", "failed-fetch", Error, "6.8.2.2");

/// Reports that the URL at `span` cannot be fetched.
pub(crate) fn new(span: Span, url: &str, reason: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("cannot fetch {}", quoted(url))).label(reason.to_owned()).help_opt(help)
}
