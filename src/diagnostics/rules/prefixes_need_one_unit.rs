//! `prefixes-need-one-unit`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T0522", "prefixes-need-one-unit", Error, "9.1.2.2");

/// Reports that the scalar type has several units and `prefixes`, at `span` and `other_span`.
pub(crate) fn new(span: Span, label: &str, other_span: Span, other_label: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, "`prefixes` requires exactly one unit")
        .label(label)
        .also(other_span, other_label)
        .help("keep one unit, or list all units with their prefixes under `units` and remove `prefixes`")
}
