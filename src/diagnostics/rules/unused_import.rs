//! `unused-import`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0308", "unused-import", Warning, "6.8.2");

/// Reports that no name of the import at `span` is used.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused import {}", quoted(name))).help("remove this import")
}
