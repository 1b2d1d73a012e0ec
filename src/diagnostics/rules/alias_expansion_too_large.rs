//! `alias-expansion-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0005", "alias-expansion-too-large", Error, "");

/// Reports that the aliases of the file add more than `max` nodes. `span` is the alias that exceeds the
/// limit.
pub(crate) fn new(span: Span, max: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("aliases in this file add more than {max} nodes"))
        .label("alias exceeds the limit")
        .help("replace aliases with their content, or raise the limit with `--max-alias-nodes`")
}
