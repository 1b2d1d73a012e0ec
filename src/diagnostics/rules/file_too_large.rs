//! `file-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0002", "file-too-large", Error, "");

/// Reports that a file of `size` bytes exceeds the limit of `max` bytes.
pub(crate) fn new(span: Span, path: &str, size: Option<u64>, max: u64) -> Diagnostic {
    let message = match size {
        Some(size) => format!("{} has {size} bytes, but at most {max} are read", quoted(path)),
        None => format!("{} has more than {max} bytes", quoted(path)),
    };
    Diagnostic::new(&RULE, span, message)
        .label("too large")
        .help("split the file, or raise the limit with `--max-file-size`")
}
