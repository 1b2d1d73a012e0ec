//! `duplicate-output-mapping`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0731", "duplicate-output-mapping", Error, "9.10");

/// Reports that the output `name` is mapped at `span`, although its definition has a mapping at
/// `definition_span`.
pub(crate) fn new(span: Span, name: &str, definition_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} already has a mapping", quoted(name)))
        .label("duplicate mapping")
        .also(definition_span, "mapped in the definition")
        .help("remove this mapping, or the mapping in the definition")
}
