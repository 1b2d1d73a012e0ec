//! `infinite-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0525", "infinite-value", Warning, "9.2");

/// The data types of `cycle` need values of each other; each with the property that needs the next one.
pub(crate) fn new(cycle: &[(&str, &str, Span)]) -> Diagnostic {
    let (name, property, place) = cycle[0];
    let mut diagnostic = Diagnostic::new(&CODE, place, format!("data type {} contains itself", quoted(name)))
        .label(format!("property {} is required", quoted(property)));
    for (name, property, place) in cycle.iter().skip(1).take(5) {
        diagnostic = diagnostic.also(*place, format!("also required: property {} of {}", quoted(property), quoted(name)));
    }
    diagnostic.help("add `required: false` to one of the properties, or use a list or map of the type")
}
