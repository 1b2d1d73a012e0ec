//! `nesting-too-deep`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0004", "nesting-too-deep", Error, "");

/// Maps and lists are nested deeper than `most` at `span`.
pub(crate) fn found(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, "maps or lists are nested too deeply")
        .label(format!("deeper than {most} levels"))
        .help("flatten the structure, or raise the limit with `--max-depth`")
}
