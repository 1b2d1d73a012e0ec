//! `wrong-canonical-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0521", "wrong-canonical-unit", Error, "9.1.2.2");

/// Reports that the unit at `span` cannot be the canonical unit; `reason` says why, and `examples` names
/// units that can be.
pub(crate) fn new(span: Span, name: &str, reason: &str, examples: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("{} cannot be the canonical unit", quoted(name)))
        .label(reason)
        .help(format!("use a unit with the multiplier 1{examples}"))
}

/// Reports that several units of the map at `span` have the multiplier 1, but there is no canonical unit.
pub(crate) fn missing(span: Span, units: &str, may_add: bool) -> Diagnostic {
    let diagnostic = Diagnostic::new(&RULE, span, "several units have the multiplier 1, but there is no `canonical_unit`")
        .label(format!("multiplier 1: {units}"));
    if may_add {
        diagnostic.help("add `canonical_unit:` with one of these units")
    } else {
        diagnostic.help("remove the additional unit, or add `canonical_unit` to the parent; derived types cannot add it")
    }
}
