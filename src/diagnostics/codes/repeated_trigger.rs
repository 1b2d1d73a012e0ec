//! `repeated-trigger`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0922", "repeated-trigger", Warning, "16.4");

/// The trigger `name` at `span` is called like one of policy type `of`, at `place`.
pub(crate) fn new(span: Span, name: &str, of: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("policy type {} already defines trigger {}", quoted(of), quoted(name)))
        .label("both apply")
        .also(place, "trigger of the type")
        .help("rename this trigger")
}
