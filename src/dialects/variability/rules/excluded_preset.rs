//! `excluded-preset`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1133", "excluded-preset", Warning, "");

/// Reports that the preset `name` selects no inputs that satisfy the constraints; `constraint` is the one that
/// excludes it, if a single one does.
pub(crate) fn new(span: Span, name: &str, constraint: Option<Span>) -> Diagnostic {
    let message = format!("preset {} violates the constraints", quoted(name));
    let diagnostic = Diagnostic::new(&RULE, span, message)
        .label("never satisfies the constraints")
        .help("change the values of the preset, or correct the constraints");
    match constraint {
        Some(constraint) => diagnostic.also(constraint, "not true for this preset"),
        None => diagnostic,
    }
}
