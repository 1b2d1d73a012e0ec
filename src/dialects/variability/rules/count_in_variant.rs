//! `count-in-variant`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T1126", "count-in-variant", Error, "");

/// Reports that `node` at `span` has too few or too many relations (`deviation`) for the requirement `name`,
/// whose range is at `range_span`.
pub(crate) fn new(span: Span, node: &str, name: &str, deviation: &str, range_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{node} has {deviation} relations for {}", quoted(name)))
        .also(range_span, "range of its type")
        .help("change the conditions of its requirement assignments")
}
