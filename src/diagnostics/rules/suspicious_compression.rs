//! `suspicious-compression`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0364", "suspicious-compression", Error, "");

/// Reports that the members of the archive at `span` are more times larger than the archive than the limit.
pub(crate) fn new(span: Span, max: u64) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the archive grows to more than {max} times its size"))
        .label("looks like an attack")
        .help("raise the limit with `--max-ratio` if you trust the archive")
}
