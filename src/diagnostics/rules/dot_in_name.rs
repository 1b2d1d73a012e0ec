//! `dot-in-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0532", "dot-in-name", Warning, "11.1");

/// Reports that the name of a `kind` at `span` contains a dot.
pub(crate) fn new(span: Span, kind: &str, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the name of {kind} {} contains a dot", quoted(name)))
        .label("`.` separates interface and operation")
        .help("replace the dot with `-` or `_`")
}
