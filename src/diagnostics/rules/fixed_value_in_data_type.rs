//! `fixed-value-in-data-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::VALIDATION_KEYNAME;

declare_rule!("T0527", "fixed-value-in-data-type", Warning, "9.2", needs [Parts]);

/// Reports that the property `name` of a data type has a fixed value at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("property {} of a data type has a fixed value", quoted(name)))
        .label("applies to every value of the type")
        .help(format!("use `default` or {VALIDATION_KEYNAME} instead"))
}
