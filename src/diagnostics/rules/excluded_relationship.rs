//! `excluded-relationship`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, keyname, quoted};

declare_rule!("T0813", "excluded-relationship", Error, "7.3");

/// Reports that requirement `name` is assigned something at `span` that a list excludes. `list` has the
/// keyname and span of the list, `excluded` the excluded type and its definition.
pub(crate) fn new(
    span: Span,
    name: &str,
    reason: &str,
    (list, list_span): (&str, Span),
    excluded: (&str, Span),
) -> Diagnostic {
    Diagnostic::new(&RULE, span, reason)
        .label(format!("requirement {} cannot be fulfilled", quoted(name)))
        .also(list_span, "not allowed by this list")
        .also(excluded.1, format!("{} is defined here", quoted(excluded.0)))
        .help(format!("use types that allow each other, or add {} to {}", quoted(excluded.0), keyname(list)))
}
