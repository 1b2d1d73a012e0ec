//! `conflicting-settings`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0016", "conflicting-settings", Warning, "");

/// `key` is set at `span`, but the run goes by what is set at `other`, or else is given.
pub(crate) fn new(span: Span, key: &str, other: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("checked files have different values for {}", quoted(key)));
    let diagnostic = diagnostic.label("ignored");
    let diagnostic = match other {
        Some(other) => diagnostic.also(other, "used for all files"),
        None => diagnostic,
    };
    diagnostic.help(format!("check these files separately, or set {} to the same value for all of them", quoted(key)))
}
