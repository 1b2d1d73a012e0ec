//! `profile-with-service-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_rule!("T0312", "profile-with-service-template", Error, "6.1");

/// Reports that a file has a profile and a service template. The second key is at `span`, the first at
/// `other_span`.
pub(crate) fn new(span: Span, name: &str, other_span: Span, other_name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("a profile cannot have a {SERVICE_TEMPLATE}"))
        .label(format!("`{name}` is here"))
        .also(other_span, format!("`{other_name}` is here"))
        .help(format!("move the {SERVICE_TEMPLATE} to a separate file that imports the profile"))
}
