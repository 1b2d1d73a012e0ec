//! `invalid-merge`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0115", "invalid-merge", Error, "");

/// Reports that the value of a merge key at `span` is neither a map nor a list of maps.
pub(crate) fn new(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`<<` needs a map to merge")
        .label("neither a map nor a list of maps")
        .help("refer to an anchored map: `<<: *name`")
}
