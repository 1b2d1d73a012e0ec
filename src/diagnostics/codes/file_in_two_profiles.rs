//! `file-in-two-profiles`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0314", "file-in-two-profiles", Warning, "6.7.1");

/// The file imported at `span` belongs to two profiles.
pub(crate) fn new(span: Span, here: &str, there: &str, other: Span) -> Diagnostic {
    Diagnostic::new(&CODE, span, "the imported file belongs to two profiles")
        .label(format!("imported into profile {}", quoted(here)))
        .also(other, format!("imported into profile {}", quoted(there)))
        .help("declare `profile:` in the file, or give each profile a separate copy")
}
