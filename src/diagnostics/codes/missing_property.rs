//! `missing-property`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, list};

declare_code!("T0608", "missing-property", Error, "9.2");

/// What stands at `span`, `what` of the type `of`, lacks the `missing` required properties, each in words
/// (several may share the words of the first) and with its definition.
pub(crate) fn found(span: Span, what: &str, of: &str, missing: &[(String, Span)]) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(|(name, _)| name.clone()).filter(|name| !name.is_empty()).collect();
    let noun = if missing.len() == 1 { "property" } else { "properties" };
    let listed = list(&names, "and");
    let mut found = Diagnostic::new(&CODE, span, format!("{what} lacks the required {noun} {listed}"))
        .label(format!("required by {of}"));
    for (_, place) in missing.iter().take(4) {
        found = found.also(*place, "required by this definition");
    }
    found.help(format!("give a value to {listed}"))
}
