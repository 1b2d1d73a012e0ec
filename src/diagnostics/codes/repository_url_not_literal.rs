//! `repository-url-not-literal`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0317", "repository-url-not-literal", Warning, "6.5");

/// The URL at `span` of a repository is computed; an import uses it at `import`.
pub(crate) fn new(span: Span, name: &str, import: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("URL of repository {} is not a literal", quoted(name)))
        .label("imports are read before functions are evaluated")
        .also(import, "used by this import")
        .help("replace the function call with the URL")
}
