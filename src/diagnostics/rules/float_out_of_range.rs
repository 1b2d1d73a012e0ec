//! `float-out-of-range`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0615", "float-out-of-range", Warning, "9.1.1.3");

/// Reports that the float at `span` is so large that it becomes infinite.
pub(crate) fn new(span: Span, text: &str) -> Diagnostic {
    let infinite = if text.starts_with('-') { "-.inf" } else { ".inf" };
    Diagnostic::new(&RULE, span, format!("{} does not fit in a float and becomes infinite", quoted(text)))
        .label("the largest float is about 1.8e308")
        .help(format!("use a smaller number, or write `{infinite}` for infinity"))
}
