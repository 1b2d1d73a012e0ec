//! `missing-description`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T9010", "missing-description", Warning, "5.3.2");

/// Reports that the definition `name` of `kind`, at `span`, has no description.
pub(crate) fn new(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{kind} {} has no description", quoted(name)))
        .label("missing `description`")
        .help("add `description:` and say what it is for")
}
