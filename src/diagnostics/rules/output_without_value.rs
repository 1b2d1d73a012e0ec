//! `output-without-value`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::GET_ATTRIBUTE;

declare_rule!("T0842", "output-without-value", Warning, "6.9.5", needs [PartsAround]);

/// Reports that the output `name` at `span` has no value.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("output {} has no value", quoted(name)))
        .label("no `value`")
        .help(format!("add `value:`, such as an attribute of a node: `{{ {GET_ATTRIBUTE:#}: [ node, attribute ] }}`"))
}
