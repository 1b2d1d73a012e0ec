//! `too-many-files`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0006", "too-many-files", Error, "");

/// The run reaches more than `most` files; `span` is the import that passes the limit.
pub(crate) fn new(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, "too many files")
        .label(format!("exceeds the limit of {most} files"))
        .help("check fewer files at once, or raise the limit with `--max-files`")
}
