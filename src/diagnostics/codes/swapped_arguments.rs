//! `swapped-arguments`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::text::MATCHES;

declare_code!("T0719", "swapped-arguments", Warning, "10.2.2.2.7");

/// The pattern of `$matches` seems to come first, at `text`, and the text last, at `pattern`.
pub(crate) fn new(text: Span, pattern: Span) -> Diagnostic {
    Diagnostic::new(&CODE, text, format!("the arguments of {MATCHES} appear to be swapped"))
        .label("interpreted as the text")
        .also(pattern, "interpreted as the pattern")
        .help("write the text first, then the pattern")
}
