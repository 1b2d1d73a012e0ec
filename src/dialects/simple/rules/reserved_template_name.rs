//! `reserved-template-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1011", "reserved-template-name", Error, "");

/// Reports that the name of the node template at `span` has another meaning in functions.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot name a node template", quoted(name)))
        .label("reserved in functions")
        .help("rename the node template")
}
