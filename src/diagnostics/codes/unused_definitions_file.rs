//! `unused-definitions-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0356", "unused-definitions-file", Warning, "17.2.1");

/// The file that is named at `span` stands for no node.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} has no `substitution_mappings` and is ignored", quoted(name)))
        .label("cannot substitute a node")
        .help("remove it from the list; imported files need not be listed")
}

/// The file that is named at `span` is named already, perhaps as the entry at that place.
pub(crate) fn twice(span: Span, name: &str, entry: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, format!("{} is listed twice", quoted(name))).help("remove one of them");
    match entry {
        Some(entry) => diagnostic.also(entry, "entry of the archive"),
        None => diagnostic,
    }
}
