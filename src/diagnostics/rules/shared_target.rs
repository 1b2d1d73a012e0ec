//! `shared-target`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0732", "shared-target", Warning, "9.10");

/// Reports that the mapping at `span` stores into the same attribute as the mapping of the output `name`, at
/// `first_span`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} is already stored in the same attribute", quoted(name)))
        .label("one value is lost")
        .also(first_span, "first stored here")
        .help("store each output in a separate attribute")
}
