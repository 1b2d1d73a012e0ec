//! `abstract-scalar`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0517", "abstract-scalar", Error, "9.1.2.2");

/// Reports that `scalar` itself is used as a type at `span`.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`scalar` is abstract; values need a type derived from `scalar`")
        .label("has no units")
        .help("define a data type with `derived_from: scalar` and `units`, and use that type")
}
