//! `archive-too-large`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0363", "archive-too-large", Error, "");

/// Reports that the members of the archive at `span` have more bytes together than the limit.
pub(crate) fn new(span: Span, max: u64) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the members of the archive have more than {max} bytes"))
        .label("too large when unpacked")
        .help("remove files that are not needed, or raise the limit with `--max-archive-size`")
}
