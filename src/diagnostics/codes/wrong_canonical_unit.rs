//! `wrong-canonical-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0521", "wrong-canonical-unit", Error, "9.1.2.2");

/// The unit at `span` cannot be the canonical one, for `reason`.
pub(crate) fn found(span: Span, name: &str, reason: &str, near: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot be the canonical unit", quoted(name)))
        .label(reason)
        .help(format!("name a unit with the multiplier 1{near}"))
}

/// Several units of the map at `span` have the multiplier 1, and nothing says which is canonical.
pub(crate) fn missing(span: Span, units: &str, may_add: bool) -> Diagnostic {
    let found = Diagnostic::new(&CODE, span, "several units have the multiplier 1, and none is the canonical one")
        .label(format!("these are {units}"));
    if may_add {
        found.help("say which one counts: add `canonical_unit:`")
    } else {
        found.help("a derived type cannot add `canonical_unit`: leave this unit out, or add it to the parent")
    }
}
