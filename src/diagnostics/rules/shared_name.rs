//! `shared-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0531", "shared-name", Warning, "11.1");

/// Reports that an operation and a notification are both named `name`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("an operation and a notification are both named {}", quoted(name)))
        .label("same name")
        .also(first_span, "first defined here")
        .help("rename one of them; references to both have the form `interface.name`")
}
