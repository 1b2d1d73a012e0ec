//! `missing-input`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, list, quoted};

declare_rule!("T0614", "missing-input", Error, "6.9.2");

/// Reports that the inputs file that starts at `span` has no value for the `missing` inputs; each has the
/// span of its definition.
pub(crate) fn new(span: Span, missing: &[(String, Span)]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(|(name, _)| quoted(name)).collect();
    let listed = list(&names, "and");
    let (noun, verb) = if names.len() == 1 { ("input", "has") } else { ("inputs", "have") };
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("required {noun} {listed} {verb} no value"))
        .label("missing from this file");
    for (_, definition_span) in missing.iter().take(4) {
        diagnostic = diagnostic.also(*definition_span, "required, has no default");
    }
    let example = missing.first().map_or("", |(name, _)| name.as_str());
    diagnostic.help(format!("add `{example}: …` to this file, or a `default` to the input definition"))
}
