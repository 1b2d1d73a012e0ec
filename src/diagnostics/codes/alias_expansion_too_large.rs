//! `alias-expansion-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0005", "alias-expansion-too-large", Error, "");

/// The aliases of the file add more than `most` nodes; `span` is the alias that passes the limit.
pub(crate) fn found(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the aliases of this file expand to too much")
        .label(format!("with this alias, aliases add more than {most} nodes"))
        .help("write the content out, or raise the limit with `--max-alias-nodes`")
}
