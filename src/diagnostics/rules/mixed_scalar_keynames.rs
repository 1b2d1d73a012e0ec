//! `mixed-scalar-keynames`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::Diagnostic;

declare_rule!("T1003", "mixed-scalar-keynames", Error, "9.1.2.2");

/// Reports that a scalar type mixes a keyname of the draft, at `span`, with one of the standard, at
/// `other_span`.
pub(crate) fn new(span: Span, old: &str, other_span: Span, new: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("`{old}` and `{new}` belong to different versions of TOSCA 2.0"))
        .label("from an early draft")
        .also(other_span, "from the standard")
        .help("use only `data_type`, `units`, `prefixes` and `canonical_unit`")
}
