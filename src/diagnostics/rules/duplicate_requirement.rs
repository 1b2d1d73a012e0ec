//! `duplicate-requirement`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::COUNT_RANGE;

declare_rule!("T0535", "duplicate-requirement", Error, "7.1");

/// Reports that two requirement definitions are named `name`.
pub(crate) fn new(span: Span, name: &str, first_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("requirement {} is defined twice", quoted(name)))
        .label("duplicate")
        .also(first_span, "first defined here")
        .help(format!("rename one of them, or combine them and adjust {COUNT_RANGE}"))
}
