//! `unused-anchor`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0114", "unused-anchor", Warning, "6.3");

/// Reports that no alias names the anchor at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unused anchor {}", quoted(name)))
        .help(format!("remove `&{name}`, or use it with `*{name}`"))
}
