//! `idle-definitions-file`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0356", "idle-definitions-file", Warning, "17.2.1");

/// The file that is named at `span` stands for no node.
pub(crate) fn found(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot substitute a node: it is ignored", quoted(name)))
        .label("it has no service template with `substitution_mappings`")
        .help("remove it from the list: files that are imported are found without it")
}

/// The file that is named at `span` is named already, perhaps as the entry at that place.
pub(crate) fn twice(span: Span, name: &str, entry: Option<Span>) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, format!("{} is named twice", quoted(name))).help("name it once");
    match entry {
        Some(entry) => found.also(entry, "the entry of the archive"),
        None => found,
    }
}
