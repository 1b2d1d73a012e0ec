//! `unused-suppression`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0013", "unused-suppression", Warning, "");

/// Nothing is hidden by `slug` in a comment; `removal` is what would be taken away.
pub(crate) fn new(span: Span, slug: &str, where_: &str, removal: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unused suppression of {}", quoted(slug)))
        .label(format!("no such finding {where_}"))
        .help("remove it, or move the comment to the line of the finding or the line above it")
        .fix("remove the suppression", removal, "")
}
