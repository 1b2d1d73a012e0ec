//! `loosened-required`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0504", "loosened-required", Error, "9.4");

/// Reports that `what`, required by the definition at `definition_span`, is made optional at `span`.
pub(crate) fn new(span: Span, what: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} is required and cannot be made optional"))
        .label("conflicts with the inherited definition")
        .also(definition_span, "required by this definition")
        .help("remove this line, or set `required: false` in the inherited definition")
}
