//! `renamed-spelling`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1091", "renamed-spelling", Info, "");

/// TOSCA 2.0 writes `better` for what is `written`.
pub(crate) fn new(span: Span, written: &str, better: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("in TOSCA 2.0, {} is written {}", quoted(written), quoted(better)))
        .fix(format!("write {}", quoted(better)), span, better)
}
