//! `overwritten-attribute`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0734", "overwritten-attribute", Warning, "9.6");

/// Reports that the value of attribute `name`, assigned at `span`, is overwritten by the output mapped at
/// `mapping_span`.
pub(crate) fn new(span: Span, name: &str, mapping_span: Span) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the value of attribute {} will be overwritten", quoted(name)))
        .label("kept until an operation has run")
        .also(mapping_span, "an output is stored here")
        .help("remove the value, unless it is the intended initial value")
}
