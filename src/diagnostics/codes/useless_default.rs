//! `useless-default`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0526", "useless-default", Warning, "9.4");

/// The `default` of `what` at `span` is never used, for `reason`, said at `place`.
pub(crate) fn new(span: Span, what: &str, reason: &str, place: Span, because: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("the `default` of {what} is never used"))
        .label(reason)
        .also(place, because)
        .help("remove one of them")
}
