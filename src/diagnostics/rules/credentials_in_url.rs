//! `credentials-in-url`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0229", "credentials-in-url", Warning, "");

/// Reports that the URL at `span` contains a password.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "URL contains a password")
        .label("visible to every reader of the file")
        .help("remove the part before `@`, and configure credentials in the tool that fetches the URL")
}
