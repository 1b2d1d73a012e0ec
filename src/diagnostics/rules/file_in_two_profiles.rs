//! `file-in-two-profiles`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0314", "file-in-two-profiles", Warning, "6.7.1", needs [Section("profile")]);

/// Reports that the file imported at `span` belongs to the profiles `first` and `second`.
pub(crate) fn new(span: Span, first: &str, second: &str, other_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the imported file belongs to two profiles")
        .label(format!("imported into profile {}", quoted(first)))
        .also(other_span, format!("imported into profile {}", quoted(second)))
        .help("declare `profile:` in the file, or give each profile a separate copy")
}
