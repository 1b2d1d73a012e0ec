//! `alias-expansion-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0005", "alias-expansion-too-large", Error, "");

/// The aliases of the file add more than `most` nodes; `span` is the alias that passes the limit.
pub(crate) fn new(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, "aliases in this file expand to too many nodes")
        .label(format!("exceeds the limit of {most} nodes"))
        .help("replace aliases with their content, or raise the limit with `--max-alias-nodes`")
}
