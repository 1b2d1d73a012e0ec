//! `file-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0002", "file-too-large", Error, "");

/// Reports that a file of `size` bytes exceeds the limit of `max` bytes.
pub(crate) fn new(span: Span, path: &str, size: Option<u64>, max: u64) -> Diagnostic {
    let label = match size {
        Some(size) => format!("{size} bytes; the limit is {max}"),
        None => format!("exceeds the limit of {max} bytes"),
    };
    Diagnostic::new(&CODE, span, format!("{} is too large", quoted(path)))
        .label(label)
        .help("split the file, or raise the limit with `--max-file-size`")
}
