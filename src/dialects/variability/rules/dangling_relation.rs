//! `dangling-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1120", "dangling-relation", Error, "");

/// Reports that `relation` at `span` is present, but its `end` (`source` or `target`), the element `other` at
/// `other_span`, is absent.
pub(crate) fn new(span: Span, relation: &str, end: &str, other: &str, other_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{relation} is present, but its {end} is absent"))
        .label("present")
        .also(other_span, format!("{other} is absent"))
        .help("give both the same conditions; presence is not propagated")
}
