//! `nesting-too-deep`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0004", "nesting-too-deep", Error, "");

/// Reports that maps and lists are nested deeper than `max` levels at `span`; `can_be_raised` if this is not the
/// largest limit.
pub(crate) fn new(span: Span, max: usize, can_be_raised: bool) -> Diagnostic {
    Diagnostic::new(&RULE, span, "maps or lists are nested too deeply")
        .label(format!("deeper than {max} levels"))
        .help(if can_be_raised {
            "flatten the structure, or raise the limit with `--max-depth`"
        } else {
            "flatten the structure"
        })
}
