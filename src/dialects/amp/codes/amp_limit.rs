//! `amp-limit`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1095", "amp-limit", Warning, "");

/// AMP makes nothing of `what`, at `span`.
pub(crate) fn new(span: Span, what: &str, why: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} has no effect in AMP", quoted(what)))
        .label(why)
        .help("remove it, or keep it for other orchestrators")
}
