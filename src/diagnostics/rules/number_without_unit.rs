//! `number-without-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0716", "number-without-unit", Warning, "9.1.2.2");

/// Reports that the number at `span` is a scalar of type `name` without a unit; `unit` is the canonical unit.
pub(crate) fn new(span: Span, number: &str, name: &str, unit: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, format!("{} has no unit", quoted(number)))
        .label(format!("interpreted in the canonical unit of {}", quoted(name)));
    match unit {
        Some(unit) => diagnostic
            .help(format!("add the unit: `{number} {unit}`"))
            .unsafe_fix("add the canonical unit", span, format!("{number} {unit}")),
        None => diagnostic.help("add a unit"),
    }
}
