//! `nesting-too-deep`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0004", "nesting-too-deep", Error, "");

/// Reports that maps and lists are nested deeper than `max` levels at `span`; `can_be_raised` if this is not the
/// largest limit.
pub(crate) fn new(span: Span, max: usize, can_be_raised: bool) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("maps or lists are nested deeper than {max} levels"))
        .label("first level beyond the limit")
        .help(if can_be_raised {
            "flatten the structure, or raise the limit with `--max-depth`"
        } else {
            "flatten the structure"
        })
}
