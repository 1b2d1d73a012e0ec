//! `optional-input`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T0928", "optional-input", Error, "13.2.3.3");

/// Reports that the required input `name` gets its value at `span` from the workflow input `source`, which is
/// optional at `source_span`.
pub(crate) fn new(span: Span, name: &str, source: &str, source_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("required input {} may have no value", quoted(name)))
        .label(format!("workflow input {} is optional", quoted(source)))
        .also(source_span, "optional here, no default")
        .help(format!("add a default to {}, or make it required", quoted(source)))
}

/// Reports that `what`, which is required, gets its value at `span` from the service input `source`, which is
/// optional at `source_span`.
pub(crate) fn from_input(span: Span, what: &str, source: &str, source_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the required {what} depends on the optional input {}", quoted(source)))
        .at_level(Level::Warning)
        .label("no value if the input is omitted")
        .also(source_span, "optional here, no default")
        .help(format!("add a default to {}, or make it required", quoted(source)))
}

/// Reports that `what`, which is required, gets its value at `span` from the optional property `source`,
/// defined at `source_span`, which has no value.
pub(crate) fn from_property(span: Span, what: &str, source: &str, source_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the required {what} depends on the optional property {}", quoted(source)))
        .at_level(Level::Warning)
        .label("the property has no value")
        .also(source_span, "optional here, no default")
        .help(format!("assign {}, or use another value", quoted(source)))
}
