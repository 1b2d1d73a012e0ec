//! `import-cycle`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0303", "import-cycle", Warning, "6.8.2");

/// Reports that the import at `span` closes a cycle of imports; `chain` names the files.
pub(crate) fn new(span: Span, chain: &str, size: usize) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "files import each other in a cycle")
        .label(chain.to_owned())
        .help("move the shared definitions to a separate file that these files import");
    if size > 2 {
        diagnostic.note(format!("{size} files import each other, directly or indirectly"))
    } else {
        diagnostic
    }
}

/// Reports that the import at `span` names its own file.
pub(crate) fn own_file(span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, "the file imports itself").help("remove this import")
}
