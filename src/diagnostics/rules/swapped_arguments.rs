//! `swapped-arguments`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::MATCHES;

declare_rule!("T0719", "swapped-arguments", Warning, "10.2.2.2.7");

/// Reports that the arguments of `$matches` seem to be swapped: the pattern is at `text_span`, the text at
/// `pattern_span`.
pub(crate) fn new(text_span: Span, pattern_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, text_span, format!("the arguments of {MATCHES} appear to be swapped"))
        .label("interpreted as the text")
        .also(pattern_span, "interpreted as the pattern")
        .help("write the text first, then the pattern")
}
