//! `hard-coded-attribute`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};
use crate::diagnostics::text::GET_ATTRIBUTE;

declare_rule!("T0536", "hard-coded-attribute", Warning, "9.6", needs [Parts]);

/// Reports that the `default` of attribute `name` at `span` does not depend on other attributes, and so is
/// known before run time.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the `default` of attribute {} does not depend on other attributes", quoted(name)))
        .label("attributes hold values observed at run time")
        .help(format!("define a property instead, or read an attribute with {GET_ATTRIBUTE}"))
}
