//! `unused-repository`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9004", "unused-repository", Warning, "6.5");

/// Reports that no checked file uses the repository `name`, defined at `span`.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unused repository {}", quoted(name)))
        .label("not used by any checked file")
        .help("use it in an import or artifact, or remove it")
}
