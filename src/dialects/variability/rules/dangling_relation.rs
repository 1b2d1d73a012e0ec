//! `dangling-relation`: see the page.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::rule::declare_rule;

declare_rule!("T1120", "dangling-relation", Error, "");

/// Reports that `relation` at `span` is present, but its `end` (`source` or `target`), the element `absent`
/// at `absent_span`, is absent.
pub(crate) fn new(span: Span, relation: &str, end: &str, absent: &str, absent_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{relation} is present, but its {end} is absent"))
        .label("present")
        .also(absent_span, format!("{absent} is absent"))
        .help("give both the same conditions; presence is not propagated")
}
