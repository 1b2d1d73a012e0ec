//! `empty-section`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0204", "empty-section", Error, "5.2", needs [Indentation]);

/// Reports that the key at `span` has no value, but must have `expected`, which is a list if `is_list`.
pub(crate) fn new(span: Span, name: &str, expected: &str, is_list: bool) -> Diagnostic {
    let empty = if is_list { "[]" } else { "{}" };
    Diagnostic::new(&RULE, span, format!("`{name}` is empty"))
        .label(format!("expected {expected}"))
        .help(format!("add entries, write `{name}: {empty}`, or remove the line"))
}

/// Reports that the list at `span` has no entries, but needs at least one.
pub(crate) fn no_entries(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("`{name}` is empty"))
        .label("needs at least one entry")
        .help("add an entry")
}
