//! `lowered-with-loss`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1090", "lowered-with-loss", Info, "");

/// Reports that TOSCA 2.0 has no equivalent of `name`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("TOSCA 2.0 has no equivalent of {}", quoted(name)))
        .label("moved to `metadata`, which orchestrators ignore")
}
