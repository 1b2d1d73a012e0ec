//! `infinite-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0525", "infinite-value", Warning, "9.2");

/// Reports that the data types of `cycle` need values of each other. Each has its name, and the name and span
/// of the property that needs the next type.
pub(crate) fn new(cycle: &[(&str, &str, Span)]) -> Diagnostic {
    let (name, property, property_span) = cycle[0];
    let mut diagnostic = Diagnostic::new(&RULE, property_span, format!("data type {} contains itself", quoted(name)))
        .label(format!("property {} is required", quoted(property)));
    for (name, property, property_span) in cycle.iter().skip(1).take(5) {
        diagnostic = diagnostic.also(*property_span, format!("also required: property {} of {}", quoted(property), quoted(name)));
    }
    diagnostic.help("add `required: false` to one of the properties, or use a list or map of the type")
}
