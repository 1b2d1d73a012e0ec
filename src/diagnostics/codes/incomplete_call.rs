//! `incomplete-call`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list};

declare_code!("T0927", "incomplete-call", Error, "13.2.3.3");

/// The call of `what` at `span` lacks the `missing` inputs, each with its definition; `whose` says for which
/// of several targets.
pub(crate) fn new(span: Span, what: &str, whose: Option<&str>, missing: &[(String, Span)]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let noun = if names.len() == 1 { "input" } else { "inputs" };
    let listed = list(&names, "and");
    let mut diagnostic = Diagnostic::new(&CODE, span, format!("{what} has no value for the required {noun} {listed}"));
    if let Some(whose) = whose {
        diagnostic = diagnostic.label(format!("missing for {whose}"));
    }
    for (_, place) in missing.iter().take(4) {
        diagnostic = diagnostic.also(*place, "required by this definition");
    }
    diagnostic.help(format!("assign {listed} under `inputs` of the activity"))
}
