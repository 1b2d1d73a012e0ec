//! `hidden-profile`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0315", "hidden-profile", Info, "6.7.1");

/// The profile imported at `span` is found at two levels of the search order; the one at `taken` counts.
pub(crate) fn found(span: Span, name: &str, taken: Span, hidden: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("profile {} is found in two places", quoted(name)))
        .also(taken, "this one is taken")
        .also(hidden, "this one is hidden")
        .help("rename one of the two if that is not meant")
}
