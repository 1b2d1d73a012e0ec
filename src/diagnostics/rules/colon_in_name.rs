//! `colon-in-name`: see the page.

use crate::base::Span;
use crate::diagnostics::rule::declare_rule;
use crate::diagnostics::{Diagnostic, quoted};

declare_rule!("T0408", "colon-in-name", Warning, "6.8.4");

/// Reports that the name at `span` contains a colon, the separator of qualified names.
pub(crate) fn new(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&RULE, span, format!("the name {} contains a colon", quoted(name)))
        .label("`:` separates namespace and name")
        .help(format!("write `{}`", name.replace(':', ".")))
}
