//! `amp-expression`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, Level, quoted};

declare_rule!("T1030", "amp-expression", Error, "");

/// Reports that the expression is malformed at `span`.
pub(crate) fn malformed(span: Span, reason: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "invalid AMP expression")
        .label(reason)
        .help("write a chain of calls, such as `$brooklyn:component(\"db\").config(\"port\")`")
}

/// Reports that the expression `name` at `span` is one of several keys of a map.
pub(crate) fn not_alone(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} is not the only key of its map", quoted(name)))
        .label("must be the only key")
        .help("replace the map with the expression")
}

/// Reports that the function `name` is almost the function `suggestion`.
pub(crate) fn misspelled(span: Span, name: &str, suggestion: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("unknown AMP function {}", quoted(name)))
        .at_level(Level::Warning)
        .help(format!("did you mean {}?", quoted(suggestion)))
        .fix(format!("write {}", quoted(suggestion)), span, suggestion)
}
