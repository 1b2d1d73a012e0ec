//! `input-without-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, MissingValue};

declare_rule!("T0844", "input-without-value", Warning, "11.5", needs [Definitions, Inputs]);

/// Reports that the `missing` required inputs have no value at `span`.
pub(crate) fn new(span: Span, missing: &[MissingValue]) -> Diagnostic {
    let (noun, verb) = if missing.len() == 1 { ("input", "has") } else { ("inputs", "have") };
    let listed = MissingValue::describe_all(missing);
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("the required {noun} {listed} {verb} no value"))
        .misses(missing.iter().map(MissingValue::name))
        .label("no value here or in the type");
    for value in missing.iter().take(4) {
        diagnostic = diagnostic.also(value.definition_span, "required by this definition");
    }
    diagnostic.help(format!("add {} under `inputs`, or a `default` in the type", MissingValue::list_lines(missing)))
}
