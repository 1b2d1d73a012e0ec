//! `unused-variability`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T1128", "unused-variability", Warning, "");

/// Reports that no condition uses `name`, which is a `what`.
pub(crate) fn new(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{what} {} affects no variant", quoted(name)))
        .label("not used in any condition")
        .help("use it in a condition, or remove it")
}
