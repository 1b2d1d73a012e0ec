//! `unknown-repository`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0305", "unknown-repository", Error, "6.8.2.2");

/// Reports that the repository named at `span` is not defined.
pub(crate) fn new(span: Span, name: &str, suggestion: Option<&str>) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown repository {}", quoted(name)))
        .help(suggestion.map_or_else(
            || format!("define it under `repositories:` as `{name}: <url>`"),
            |suggestion| format!("did you mean `{suggestion}`?"),
        ))
}
