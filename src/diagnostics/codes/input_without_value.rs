//! `input-without-value`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list};

declare_code!("T0844", "input-without-value", Warning, "11.5");

/// What stands at `span` leaves the `missing` required inputs without value, each in words and with its
/// definition.
pub(crate) fn found(span: Span, missing: &[(String, Span)]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let (noun, verb) = if missing.len() == 1 { ("input", "has") } else { ("inputs", "have") };
    let listed = list(&names, "and");
    let mut found = Diagnostic::new(&CODE, span, format!("the required {noun} {listed} {verb} no value"))
        .label("not given here, nor by the type");
    for (_, place) in missing.iter().take(4) {
        found = found.also(*place, "required by this definition");
    }
    found.help("give a value below `inputs:` of the interface or operation, or a `default` in the type")
}
