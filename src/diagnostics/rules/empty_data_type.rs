//! `empty-data-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0222", "empty-data-type", Error, "9.2", needs [PartsAround]);

/// Reports that the `properties` at `span` of the data type `name` are empty.
pub(crate) fn empty_properties(span: Span, name: &str, is_derived: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("data type {} has empty `properties`", quoted(name)));
    diagnostic.label("expected at least one property").help(if is_derived {
        "remove `properties:`, or add a property"
    } else {
        "add a property, or replace `properties:` with `derived_from:` and a data type"
    })
}

/// Reports that the data type named at `span` has neither a parent nor properties.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("data type {} needs `derived_from` or at least one property", quoted(name)))
        .help("add `derived_from:` with a data type, or `properties:` with a definition")
}
