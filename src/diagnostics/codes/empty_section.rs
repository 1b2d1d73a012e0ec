//! `empty-section`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0204", "empty-section", Error, "5.2");

/// The key at `span` has nothing below it where `expected` is needed, which may be a list.
pub(crate) fn new(span: Span, name: &str, expected: &str, is_list: bool) -> Diagnostic {
    let empty = if is_list { "[]" } else { "{}" };
    Diagnostic::new(&CODE, span, format!("`{name}` is empty"))
        .label(format!("expected {expected}"))
        .help(format!("add entries, write `{name}: {empty}`, or remove the line"))
}

/// The list at `span` has no entries where at least one is needed.
pub(crate) fn no_entries(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("`{name}` is empty"))
        .label("needs at least one entry")
        .help("add an entry")
}
