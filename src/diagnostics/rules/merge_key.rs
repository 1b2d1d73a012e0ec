//! `merge-key`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0112", "merge-key", Info, "");

/// Reports a merge key at `span`.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`<<` is a YAML 1.1 extension")
        .label("merged")
        .help("replace it with the merged entries if other tools read this file")
}
