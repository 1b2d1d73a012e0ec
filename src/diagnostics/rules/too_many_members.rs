//! `too-many-members`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0362", "too-many-members", Error, "");

/// Reports that the archive at `span` has more members than the limit.
pub(crate) fn new(span: Span, max: usize) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the archive has more than {max} members"))
        .label("too many members")
        .help("remove files that are not needed, or raise the limit with `--max-members`")
}
