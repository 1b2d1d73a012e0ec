//! `prefixes-need-one-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::code::declare_code;
use crate::diagnostics::Diagnostic;

declare_code!("T0522", "prefixes-need-one-unit", Error, "9.1.2.2");

/// There are `prefixes` at `place` and several units at `span`, or vice versa.
pub(crate) fn new(span: Span, label: &str, place: Span, other: &str) -> Diagnostic {
    Diagnostic::new(&CODE, span, "`prefixes` requires exactly one unit")
        .label(label)
        .also(place, other)
        .help("keep one unit, or list all units with their prefixes under `units` and remove `prefixes`")
}
