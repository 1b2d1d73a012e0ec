//! `second-service-template`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T1223", "second-service-template", Warning, "");

/// Reports a further service template.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "only the first service template of a file is converted")
        .label("checked, but not converted")
        .help("move it to a separate file")
}
