//! `missing-property`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, Missing};

declare_code!("T0608", "missing-property", Error, "9.2");

/// What stands at `span`, `what` of the type `of`, lacks the `missing` required properties, each.
pub(crate) fn new(span: Span, what: &str, of: &str, missing: &[Missing]) -> Diagnostic {
    let noun = if missing.len() == 1 { "property" } else { "properties" };
    let listed = Missing::listed(missing);
    let mut diagnostic = Diagnostic::new(&CODE, span, format!("{what} is missing the required {noun} {listed}"))
        .label(format!("required by {of}"));
    for one in missing.iter().take(4) {
        diagnostic = diagnostic.also(one.place, "required by this definition");
    }
    diagnostic.help(format!("add {}", Missing::lines(missing)))
}
