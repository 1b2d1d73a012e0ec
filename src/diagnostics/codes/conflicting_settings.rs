//! `conflicting-settings`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0016", "conflicting-settings", Warning, "");

/// `key` is set at `span`, but the run goes by what is set at `other`, or else is given.
pub(crate) fn found(span: Span, key: &str, other: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("files with different {} are checked together", quoted(key)));
    let found = found.label("not in force");
    let found = match other {
        Some(other) => found.also(other, "this counts for all"),
        None => found,
    };
    found.help("check these files in runs of their own, or set it once, in a configuration above them")
}
