//! `amp-limit`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1095", "amp-limit", Warning, "");

/// Reports that AMP ignores `what`, at `span`.
pub(crate) fn new(span: Span, what: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} has no effect in AMP", quoted(what)))
        .label(reason)
        .help("remove it, or keep it for other orchestrators")
}
