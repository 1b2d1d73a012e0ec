//! `negative-allocation`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0826", "negative-allocation", Warning, "8.5.5");

/// Reports that a negative amount of the property `name` is allocated.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the allocation of {} is negative", quoted(name)))
        .label("negative amount")
        .help("use a non-negative amount")
}
