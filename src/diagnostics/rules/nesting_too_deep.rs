//! `nesting-too-deep`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0004", "nesting-too-deep", Error, "");

/// Reports that brackets are nested too deeply for the parser at `span`.
pub(crate) fn brackets(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "brackets are nested too deeply")
        .label("deeper than 255 levels")
        .help("flatten the structure")
}

/// Reports that maps and lists are nested deeper than `max` levels at `span`.
pub(crate) fn new(span: Span, max: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, "maps or lists are nested too deeply")
        .label(format!("deeper than {max} levels"))
        .help("flatten the structure, or raise the limit with `--max-depth`")
}
