//! `missing-property`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, MissingValue};

declare_rule!("T0608", "missing-property", Error, "9.2", needs [Names]);

/// Reports that `what` at `span`, of the type `ty`, has no value for the `missing` required properties.
pub(crate) fn new(span: Span, what: &str, ty: &str, missing: &[MissingValue]) -> Diagnostic {
    let noun = if missing.len() == 1 { "property" } else { "properties" };
    let listed = MissingValue::describe_all(missing);
    let mut diagnostic = Diagnostic::new(&RULE, span, format!("{what} is missing the required {noun} {listed}"))
        .misses(missing.iter().map(MissingValue::name))
        .label(format!("required by {ty}"));
    for value in missing.iter().take(4) {
        diagnostic = diagnostic.also(value.definition_span, "required by this definition");
    }
    diagnostic.help(format!("add {}", MissingValue::list_lines(missing)))
}
