//! `file-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0002", "file-too-large", Error, "");

/// Reports that a file of `size` bytes exceeds the limit of `max` bytes.
pub(crate) fn new(span: Span, path: &str, size: Option<u64>, max: u64) -> Diagnostic {
    let label = match size {
        Some(size) => format!("{size} bytes; the limit is {max}"),
        None => format!("exceeds the limit of {max} bytes"),
    };
    Diagnostic::new(&RULE, span, format!("{} is too large", quoted(path)))
        .label(label)
        .help("split the file, or raise the limit with `--max-file-size`")
}
