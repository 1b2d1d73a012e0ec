//! `too-many-nodes`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0003", "too-many-nodes", Error, "");

/// The tree has more than `most` nodes from `span` on.
pub(crate) fn new(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, "too many YAML nodes in one file")
        .label(format!("exceeds the limit of {most} nodes"))
        .help("split the file, or raise the limit with `--max-nodes`")
}
