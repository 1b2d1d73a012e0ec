//! `wrong-canonical-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::{Diagnostic, quoted};

declare_code!("T0521", "wrong-canonical-unit", Error, "9.1.2.2");

/// The unit at `span` cannot be the canonical one, for `reason`.
pub(crate) fn new(span: Span, name: &str, reason: &str, near: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, format!("{} cannot be the canonical unit", quoted(name)))
        .label(reason)
        .help(format!("use a unit with the multiplier 1{near}"))
}

/// Several units of the map at `span` have the multiplier 1, and nothing says which is canonical.
pub(crate) fn missing(span: Span, units: &str, may_add: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&CODE, span, "several units have the multiplier 1, but there is no `canonical_unit`")
        .label(format!("multiplier 1: {units}"));
    if may_add {
        diagnostic.help("add `canonical_unit:` with one of these units")
    } else {
        diagnostic.help("remove the additional unit, or add `canonical_unit` to the parent; derived types cannot add it")
    }
}
