//! `unused-variability`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1128", "unused-variability", Warning, "");

/// Reports that no condition uses `name`, which is a `what`.
pub(crate) fn new(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{what} {} affects no variant", quoted(name)))
        .label("not used in any condition")
        .help("use it in a condition, or remove it")
}
