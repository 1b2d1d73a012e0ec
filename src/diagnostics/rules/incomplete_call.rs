//! `incomplete-call`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list};

declare_rule!("T0927", "incomplete-call", Error, "13.2.3.3", needs [Labels], leaves [Inputs]);

/// Reports that the call of `what` at `span` has no value for the `missing` required inputs; each has the
/// span of its definition. `target` is the target concerned if there are several.
pub(crate) fn new(span: Span, what: &str, target: Option<&str>, missing: &[(String, Span)]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).collect();
    let noun = if names.len() == 1 { "input" } else { "inputs" };
    let listed = list(&names, "and");
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{what} has no value for the required {noun} {listed}"));
    if let Some(target) = target {
        diagnostic = diagnostic.label(format!("missing for {target}"));
    }
    for (_, definition_span) in missing.iter().take(4) {
        diagnostic = diagnostic.also(*definition_span, "required by this definition");
    }
    diagnostic.help(format!("assign {listed} under `inputs` of the activity"))
}
