//! `unknown-function`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0405", "unknown-function", Error, "10.1");

/// The function called at `span` is not defined.
pub(crate) fn found(span: Span, name: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unknown function {}", quoted(name))).help_opt(help.or_else(|| {
        Some("define it under `functions:`; a string that starts with a dollar sign is written with `$$`".to_owned())
    }))
}
