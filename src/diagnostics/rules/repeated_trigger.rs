//! `repeated-trigger`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0922", "repeated-trigger", Warning, "16.4");

/// Reports that the trigger `name` at `span` has the name of a trigger of the policy type `ty`, at
/// `definition_span`.
pub(crate) fn new(span: Span, name: &str, ty: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("policy type {} already defines trigger {}", quoted(ty), quoted(name)))
        .label("both apply")
        .also(definition_span, "trigger of the type")
        .help("rename this trigger")
}
