//! `abstract-xml-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1220", "abstract-xml-type", Warning, "");

/// Reports that a template is of the abstract type `name`.
pub(crate) fn new(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the {kind} {} is abstract", quoted(name)))
        .label("must be replaced before deployment")
        .help("use a derived type")
}
