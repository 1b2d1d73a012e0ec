//! `unknown-namespace`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0404", "unknown-namespace", Error, "6.8.4");

/// Reports that the name at `span` starts with an unknown namespace.
pub(crate) fn new(span: Span, namespace: &str, suggestion: Option<&str>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown namespace {}", quoted(namespace)))
        .label("not declared by any import")
        .help(suggestion.map_or_else(
            || format!("add `namespace: {namespace}` to the import that defines the name"),
            |suggestion| format!("did you mean `{suggestion}`?"),
        ))
}
