//! `profile-with-service-template`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::SERVICE_TEMPLATE;

declare_code!("T0312", "profile-with-service-template", Error, "6.1");

/// A file has both keys: the second at `span`, the first at `other`.
pub(crate) fn new(span: Span, name: &str, other: Span, other_name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("a profile cannot have a {SERVICE_TEMPLATE}"))
        .label(format!("`{name}` is here"))
        .also(other, format!("`{other_name}` is here"))
        .help(format!("move the {SERVICE_TEMPLATE} to a separate file that imports the profile"))
}
