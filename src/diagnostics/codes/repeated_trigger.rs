//! `repeated-trigger`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0922", "repeated-trigger", Warning, "16.4");

/// The trigger `name` at `span` is called like one of policy type `of`, at `place`.
pub(crate) fn found(span: Span, name: &str, of: &str, place: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("policy type {} has a trigger {} already", quoted(of), quoted(name)))
        .label("does not replace it: both apply")
        .also(place, "the trigger of the type")
        .help("give this trigger another name")
}
