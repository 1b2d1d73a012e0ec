//! `wrong-argument-count`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, function};

declare_rule!("T0701", "wrong-argument-count", Error, "10.2", needs [Definitions, Section("functions")]);

/// Reports that the function `name` takes `expected` arguments, but has `actual`; `span` is the first
/// unexpected argument or the name.
pub(crate) fn new(span: Span, name: &str, expected: &str, actual: usize) -> Diagnostic {
    let actual = match actual {
        0 => "none".to_owned(),
        1 => "one".to_owned(),
        _ => actual.to_string(),
    };
    Diagnostic::new(&RULE, span, format!("{} takes {expected}, not {actual}", function(name)))
        .misses([name.trim_start_matches('$')])
        .label(format!("expected {expected}"))
}

/// Reports an argument at `span` after the `last` argument that the function `name` takes.
pub(crate) fn after_path(span: Span, name: &str, last: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} takes a path and the name of the {last}, nothing else", function(name)))
        .label("unexpected argument")
        .help("remove the argument")
}
