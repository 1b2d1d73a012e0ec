//! `preset-without-variant`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1130", "preset-without-variant", Warning, "");

/// Reports that every variant that the preset `name` selects has an error, but not always the same one.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("preset {} selects no valid variant", quoted(name)))
        .label("every variant has an error")
        .help("fix the findings reported with this one, or change the values of the preset")
}
