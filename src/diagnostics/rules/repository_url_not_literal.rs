//! `repository-url-not-literal`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0317", "repository-url-not-literal", Warning, "6.5");

/// Reports that the URL at `span` of a repository is computed, although the import at `import_span` uses it.
pub(crate) fn new(span: Span, name: &str, import_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("URL of repository {} is not a literal", quoted(name)))
        .label("imports are read before functions are evaluated")
        .also(import_span, "used by this import")
        .help("replace the function call with the URL")
}
