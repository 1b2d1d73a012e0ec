//! `too-many-nodes`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0003", "too-many-nodes", Error, "");

/// Reports that the tree has more than `max` nodes; `span` is the first node beyond the limit.
pub(crate) fn new(span: Span, max: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the file has more than {max} YAML nodes"))
        .label("first node beyond the limit")
        .help("split the file, or raise the limit with `--max-nodes`")
}
