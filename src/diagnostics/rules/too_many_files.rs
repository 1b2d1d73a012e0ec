//! `too-many-files`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0006", "too-many-files", Error, "");

/// Reports that the run reaches more than `max` files; `span` is the import that exceeds the limit.
pub(crate) fn new(span: Span, max: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, "too many files")
        .label(format!("exceeds the limit of {max} files"))
        .help("check fewer files at once, or raise the limit with `--max-files`")
}
