//! `imported-service-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0306", "imported-service-template", Warning, "6.8");

/// Reports that the file imported at `span` has a service template, at `template_span`.
pub(crate) fn new(span: Span, template_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the imported file has a {SERVICE_TEMPLATE}"))
        .label("only its types, repositories and functions are imported")
        .also(template_span, "ignored")
        .help("move the shared types to a separate file")
}
