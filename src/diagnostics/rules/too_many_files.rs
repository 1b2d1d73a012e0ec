//! `too-many-files`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0006", "too-many-files", Error, "");

/// Reports that the run reaches more than `max` files; `span` is the import that exceeds the limit.
pub(crate) fn new(span: Span, max: usize) -> Diagnostic {
    let files = if max == 1 { "file" } else { "files" };
    let message = format!("the run includes more than {max} {files}");
    Diagnostic::new(&RULE, span, message)
        .label("first file beyond the limit")
        .help("check fewer files at once, or raise the limit with `--max-files`")
}
