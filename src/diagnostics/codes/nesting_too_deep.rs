//! `nesting-too-deep`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0004", "nesting-too-deep", Error, "");

/// Brackets are nested deeper at `span` than can be read.
pub(crate) fn brackets(span: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "brackets are nested too deeply")
        .label("deeper than 255 levels")
        .help("flatten the structure")
}

/// Maps and lists are nested deeper than `most` at `span`.
pub(crate) fn new(span: Span, most: usize) -> Diagnostic {
    Diagnostic::new(&CODE, span, "maps or lists are nested too deeply")
        .label(format!("deeper than {most} levels"))
        .help("flatten the structure, or raise the limit with `--max-depth`")
}
