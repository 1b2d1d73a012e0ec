//! `spelled-otherwise`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1091", "spelled-otherwise", Info, "");

/// TOSCA 2.0 writes `better` for what is `written`.
pub(crate) fn found(span: Span, written: &str, better: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("TOSCA 2.0 writes {} for {}", quoted(better), quoted(written)))
        .fix(format!("write {}", quoted(better)), span, better)
}
