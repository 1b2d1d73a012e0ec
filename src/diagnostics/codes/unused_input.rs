//! `unused-input`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T9001", "unused-input", Warning, "6.9.2");

/// Nothing reads the input `name` at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("unused input {}", quoted(name)))
        .label("not read by any `$get_input`")
        .help("read it with `$get_input`, or remove it")
}
