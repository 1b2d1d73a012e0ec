//! `empty-xml-element`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1208", "empty-xml-element", Warning, "");

/// Reports that the element `name` has none of the elements `names`.
pub(crate) fn new(span: Span, name: &str, names: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is empty", quoted(name)))
        .label(format!("expected {names}"))
        .help("remove it")
}
