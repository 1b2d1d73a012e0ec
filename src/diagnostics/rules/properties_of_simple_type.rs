//! `properties-of-simple-type`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0519", "properties-of-simple-type", Error, "9.2");

/// Reports that the data type `name`, which derives from `built_in`, has properties at `span`.
pub(crate) fn new(span: Span, name: &str, built_in: &str, parent_span: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &RULE,
        span,
        format!("data type {} derives from {} and cannot have properties", quoted(name), quoted(built_in)),
    )
    .label(format!("a value is a single {built_in}"));
    match parent_span {
        Some(parent_span) => diagnostic.also(parent_span, format!("derives from {} here", quoted(built_in))),
        None => diagnostic,
    }
    .help("remove `properties`, or remove `derived_from` to define a complex type")
}
